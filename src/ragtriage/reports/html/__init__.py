"""HTML reports: one file that opens from a mail attachment, offline, and asks nobody for anything.

Every page is made of the same parts:

- `page.render(template, messages, styles=…, scripts=…, **context)` yields the bytes of a page, piece by
  piece. Templates stand in `templates/` and extend `frame.html` (blocks: title, top, main, footer, data);
  everything put into one is escaped, and an unknown name is an error. The Content-Security-Policy allows
  the page's own style and script, by their hashes, and nothing else: style attributes and `on…` handlers do
  nothing, so that widths and the like come from classes, from attributes of SVG, or from the script.
- `assets/look.css` is the look of all pages, `assets/dom.js` and `assets/texts.js` what their scripts build
  elements with: `element(tag, {class, lang, …}, …children)`, `textElement(tag, runs, lang, …)`. Scripts write
  text as text, and never parse markup. The scripts that are named are put into one function, in order.
- `messages.Messages(Language.EN)` is `t` in templates: `t("cases", n=3)`. A message is a row of
  `reports/messages/en.toml`, and under the same key one of `ja.toml`. Scripts get theirs as an island:
  `island("messages", t.for_scripts("case.", …))`.
- `palette.COLOURS` are the colours, `var(--retrieval)` in styles and `charts.colour("retrieval")` in charts.
- `charts.picture(…, name=…, title=…, description=…)` is inline SVG of what `charts.element`, `charts.line`
  and `charts.words` draw, with the palette as custom properties, so that one picture serves light and dark;
  `scales.Scale` and `scales.ticks` say where numbers stand.
- `embedding.island(name, value)` embeds data as JSON that no text can break out of; `island_of` a list of
  what is embedded already, `packed_island` the same deflated, where there is much of it.
- `texts.marked(text, marks, limit)` cuts a text into runs, with control and direction characters spelt
  out, long stretches shortened, and marks kept; `texts.language_of` says what `lang` a text gets.

`evaluation.evaluation_page(evaluation, language)` yields the page of one evaluation, and
`evaluation.write_evaluation_page` writes it; `comparison.comparison_page` yields that of comparisons.
"""
