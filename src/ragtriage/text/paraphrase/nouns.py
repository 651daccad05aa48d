"""Nouns: common ones, which no capital makes a proper name."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from ragtriage.text.languages.table import words

__all__ = ["is_common"]

# Whoever writes "Human Resources" or "Service Desk" capitalises a thing that has other names. What stands in
# the handbooks of companies: who, where, which part of the house, which document, what a product does; and
# titles, days, parts of a year, and halves of names that are said otherwise (United States: America).
_COMMON: Final = frozenset(
    words(
        "absence access account accountancy accountant accounting accounts acquisition action activity",
        "address admin administration administrator adoption advance adviser advisor advisory affairs",
        "africa afternoon agency agenda agent agile agreement aid air alarm alert allowance aluminium",
        "aluminum ambassador america analysis analyst analytics annex annexe annual annually antivirus",
        "anybody anyone app appendix applicant application apprentice approval approver april archive area",
        "armed army article asia assembly asset assistant associate association attendance attic audit",
        "auditor august authentication authenticator authority auto automation autumn average award back",
        "backlog backup badge bank barrister base basement basic bay benefit bereavement best bicycle big",
        "bike billing biweekly black blanket block blue board boardroom body bonus book booking bookkeeper",
        "boots bot bottom box boy branch brand break breakfast britain brochure broker bronze brother brown",
        "buddy budget building bulletin bureau bus business button buyer cabinet cafe cafeteria calendar",
        "call campus candidate canteen car card cardboard care carer caretaker cargo carrier case cash",
        "cashier catalog catalogue caterer catering center central ceo certificate cfo chair chairman",
        "chairperson chairwoman champion change channel chart chat chatbot check checklist checkout chief",
        "child childcare children chinese christmas church cio ciso civil claim class classified clause",
        "cleaner cleaning clearance clerk client clients clinic closet cloud club cluster coach code coffee",
        "colleagues commerce commercial commission committee communication community companion company",
        "compassionate compensation complaint compliance comptroller computer concierge concrete",
        "conditioning conference confidential connect consent console consultant consulting contact content",
        "contract contractor control controller controlling coo cooling cooperation coordinator copier copy",
        "core corporate corporation correspondence corridor cost cotton council counsel counsellor",
        "counselor counter county courier court courtyard cover coverage credit crew crm cto custodian",
        "custom customer customers cyber daily dark dashboard data database daughter day deadline dealer",
        "debit december deductible default defibrillator delegate delivery demand dentist department",
        "deposit deputy design designer desk desktop developer development device diamond diem digital",
        "dining diploma direct directive director directorate directory disability disaster disbursement",
        "discount dispatch distribution district division dock doctor document documentation domestic door",
        "double down dpo draft drive driver dropbox dual duplex duty early east easter eastern economic",
        "economy editor education efficiency electrician electricity elevator email emergency emirates",
        "emperor employee employees employer employment encryption energy engine engineer engineering",
        "england english enrollment enrolment enterprise entrance entry environment environmental equal",
        "equipment erp escalation escalator essential estate estimated ethics europe evacuation evening",
        "event everybody everyone everything executive exhibit exit expansion expense expert export express",
        "extension external extinguisher face facility factor factory fall family faq father february",
        "federal federation fee fi field file filing final finance financial fingerprint fire firewall firm",
        "first fitness fleet flex flexible floor folder food force foreign form forum foundation founder",
        "foyer frame fraud free freelancer freight french friday front fuel full function fund furniture",
        "garage garden gas gate gatehouse general german gift girl glass global gloves god goggles gold",
        "good goods governance government governor grade grant graphics gray great green grey gross ground",
        "group guarantee guard guest guide guideline gym half hall hallway handbook harbor harbour hardware",
        "head headcount headquarter heads headset health heat heating helmet help helpline high hiring",
        "holiday home hospital host hot hotel hotline hour hourly house housing hr huddle human husband",
        "hybrid hygienist identity import inbox incident income indemnity industrial industry information",
        "infrastructure inner insider inspection inspector institute insurance insurer integration",
        "intelligence intern internal international internet interview intranet inventory investor",
        "investors invoice invoicing issue item janitor january japanese job join journal july june junior",
        "jury kanban keeper kernel key king kingdom kit kitchen knowledge korean kpi lab labor laboratory",
        "labour lady landlord language lanyard laptop last lawyer layer lead leader leadership leads",
        "leasing leather leave ledger left legal lessee lessor letter level liability liaison library",
        "licence license life light limited line link list lite live loading loan lobby local lock locker",
        "lodge log logistics long lord lounge low lower loyalty lunch machine mail mailbox mailing mailroom",
        "main maintenance major malware man management manager managers managing mandatory manual",
        "manufacturing map march market marketing marshal marshall master material maternity matter meal",
        "mean measure mechanic media median medical medicare medicine meeting member memo memorandum men",
        "mentor menu merchandise message messaging metal meter method mfa middle midnight mileage military",
        "minister ministry minor mobile mode model module monday money monitor monitoring month monthly",
        "morning mother mothers motor multi municipal museum muster national nations navy net network new",
        "newsfeed newsletter night nightly nobody node noon north northeast northern northwest notary note",
        "nothing notice notification november number nurse nursery nursing occupational october off offer",
        "office officer official old ombudsman onboarding once online onsite open operation operator option",
        "orange order organisation organization outbox outbuilding outer outlet output outside overtime",
        "owner package packaging page paid palace panel paper paralegal parcel parental park parking part",
        "partner partnership party passport password patch paternity path patient pay payable payee payer",
        "payment payroll payslip peers pension people performance permanent permission permit personal",
        "personnel petty pharmacist pharmacy phone photo physician pilot pin pipeline plan planning plant",
        "plastic plate platform platinum player plaza plumber plus point police policy pool pope port",
        "portal porter post power practice prayer premium president press prevention price pricing primary",
        "prime prince princess principal print printer priority privacy private pro probation process",
        "procurement product production professor profile program programme project projector promotion",
        "proof property protection protocol provider province proxy public publication publicity purchase",
        "purchaser purchasing quality quarter quarterly queen quiet quota quote rail railway ramp rate read",
        "reader real rear receipt receivable reception receptionist record recover recovery recruiter",
        "recruiting recruitment recycling red reference referral refund region regional register registrar",
        "registration registry regulation regulatory reimbursement relation relations release relocation",
        "remote renewal rent rep repair report repository representative republic request requirement",
        "requisition research reserve reset resident resource responder response restaurant restricted",
        "retail retention retirement return revenue review reward right risk road roadmap role roll roof",
        "rooftop room root route router rubber sabbatical safe safety saint salary sale sales sample",
        "sanitation saturday savings scanner schedule scheme school scientist screen scrum seat second",
        "secret secretariat secretary section sector secure security self seller senior september server",
        "service session settings severance share shared sharing shed shelf shift ship shipment shipping",
        "shop shredder shuttle sick sickness side sign signature silver single sister site sla small smart",
        "society software solicitor somebody someone son sort source south southeast southern southwest",
        "space spam spanish special specialist specification spokesperson sponsor spreadsheet spring",
        "sprinkler sprint square sso staff stage stairs stairwell stand standard start starter state",
        "statement states station stationery status statutory steel steering step steward stock storage",
        "store strategic strategy street student studio study sub subscription subsidiary suite sum summary",
        "summer sunday super superintendent supervisor supervisory supplier supplies supply support surgeon",
        "surgery survey sustainability system table tablet talent target task tax teacher team tech",
        "technical technician technology telephone temp temporary tenant term terminal terrace test testing",
        "theater theft therapist third thursday ticket ticketing tier time timesheet token toner tool top",
        "torch total touch tower town trade trading trainee trainer training transcript transfer transit",
        "transport transportation travel treasurer treasury trial troubleshooting trust trustee tuesday",
        "turnstile tutorial twice two ultimate underwriter underwriting uniform union unit united",
        "university unlimited unlock unpaid up update upgrade upload upper user utility vacation vault",
        "vehicle vendor ventilation vest vice video view village virtual visa visit visitor volunteer",
        "voucher vpn wage waiting wall warden wardrobe warehouse warranty waste watch water wealth web",
        "webmail webpage website wednesday week weekday weekend weekly welcome welder welfare wellness west",
        "western whistle white whiteboard whoever wi wife wifi wiki wing winter wire wireless wizard woman",
        "women wood wool work worker workers workflow workforce working workplace works workshop",
        "workstation writer yard year yearly yellow young zone",
    )
)

# Endings of common nouns that hardly any name has.
_ENDINGS: Final = (
    *(
        "tion",
        "tions",
        "sion",
        "sions",
        "ment",
        "ments",
        "ness",
        "ings",
        "ing",
        "ology",
        "ity",
        "ance",
        "ences",
    ),
    *("able", "ible", "ists", "ist", "ous", "ship", "ware", "tive", "ical", "ional", "ial"),
)


@lru_cache(maxsize=4096)
def is_common(form: str) -> bool:
    """Whether a word is a common noun, with a capital or without.

    Example:
        >>> [is_common(form) for form in ("officers", "helpdesk", "procurement", "weber")]
        [True, True, True, False]
    """
    return (
        form in _COMMON
        or form.removesuffix("s") in _COMMON
        or form.endswith(_ENDINGS)
        or any(form[:at] in _COMMON and form[at:] in _COMMON for at in range(3, len(form) - 2))
    )
