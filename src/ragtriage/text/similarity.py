"""How alike two texts are in meaning, as a model sees it: the one door to `sentence-transformers`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from ragtriage.errors import ConfigError, MissingExtraError

__all__ = ["Similarity"]

# How the names of architectures end whose models score a pair of texts read together.
_CROSS_ENCODER: Final = "ForSequenceClassification"

_PACKAGE: Final = "sentence-transformers"
_EXTRA: Final = "similarity"


class Similarity:
    """A bi-encoder, which embeds texts, or a cross-encoder, which reads pairs; loaded when first needed.

    Which of the two, the model's own configuration says. Nothing is loaded before it is needed.

    Args:
        model: A name on the Hugging Face hub, or a folder.
        batch_size: How many texts or pairs are computed at once.
        device: Such as `cpu` or `cuda:0`; None for the best there is.
        token: For models that are not public; or what returns it, called when the model is loaded.

    Raises:
        MissingExtraError: `sentence-transformers` is not installed.
        ConfigError: The batch size is not positive.
    """

    def __init__(
        self,
        model: str,
        *,
        batch_size: int = 32,
        device: str | None = None,
        token: str | Callable[[], str | None] | None = None,
    ) -> None:
        if find_spec("sentence_transformers") is None:
            raise MissingExtraError(_PACKAGE, extra=_EXTRA)
        if batch_size < 1:
            raise ConfigError(f"batch_size must be a positive integer: {batch_size}")
        self._name = model
        self._batch_size = batch_size
        self._device = device
        self._token = token
        self._model: Any = None  # the classes of models are imported only where one is loaded
        self._is_cross_encoder = False

    def load(self) -> None:
        """Load the model, if it is not loaded yet.

        Raises:
            ConfigError: It cannot be loaded, or is a cross-encoder with several scores for a pair, so that
                none is a similarity.
        """
        if self._model is not None:
            return
        try:
            # Seconds, and half a gigabyte; and hardly a type that a checker could see through.
            sentence_transformers: Any = import_module("sentence_transformers")
            transformers: Any = import_module("transformers")
        except ImportError:
            raise MissingExtraError(_PACKAGE, extra=_EXTRA) from None
        token = self._token() if callable(self._token) else self._token
        try:
            config: Any = transformers.AutoConfig.from_pretrained(self._name, token=token)
        except (OSError, ValueError) as error:
            told = next(iter(str(error).splitlines()), type(error).__name__)
            raise ConfigError(f"the model {self._name!r} cannot be loaded: {told}") from None
        names: list[str] = config.architectures or []
        self._is_cross_encoder = any(name.endswith(_CROSS_ENCODER) for name in names)
        if self._is_cross_encoder and config.num_labels != 1:
            raise ConfigError(
                f"{self._name} gives {config.num_labels} scores for a pair of texts; a similarity is one"
            )
        kind = "CrossEncoder" if self._is_cross_encoder else "SentenceTransformer"
        self._model = getattr(sentence_transformers, kind)(self._name, device=self._device, token=token)

    def scores(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """Return how alike the texts of each pair are.

        A bi-encoder's score is the cosine of the two embeddings, from -1 to 1. A cross-encoder's is the
        logistic function of what the model gives before any activation of its own, from 0 to 1, for each
        pair by itself. What stands in several pairs is computed once.

        Args:
            pairs: (n,) pairs of texts.

        Returns:
            (n,) scores.
        """
        if not pairs:
            return []
        self.load()
        return self._crossed(pairs) if self._is_cross_encoder else self._cosines(pairs)

    def _cosines(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """Return the cosine of each pair."""
        import numpy as np  # noqa: PLC0415 - a model, which is dearer, is needed before it

        place = {text: row for row, text in enumerate(dict.fromkeys(text for pair in pairs for text in pair))}
        embedded = self._model.encode(
            list(place), batch_size=self._batch_size, convert_to_numpy=True, show_progress_bar=False
        )
        vectors = np.asarray(embedded, dtype=np.float64)  # (texts, dimensions)
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        directions = vectors / np.maximum(lengths, 1e-12)  # an embedding of zeros is like nothing
        firsts = directions[[place[first] for first, _ in pairs]]
        seconds = directions[[place[second] for _, second in pairs]]
        cosines = np.clip((firsts * seconds).sum(axis=1), -1.0, 1.0)
        return [float(cosine) for cosine in cosines]

    def _crossed(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """Return the cross-encoder's score of each pair."""
        import numpy as np  # noqa: PLC0415 - as in _cosines
        from torch.nn import Identity  # noqa: PLC0415 - as in load

        place = {pair: row for row, pair in enumerate(dict.fromkeys(pairs))}
        predicted = self._model.predict(
            list(place),
            batch_size=self._batch_size,
            activation_fn=Identity(),
            convert_to_numpy=True,
            show_progress_bar=False,
        )
        logits = np.asarray(predicted, dtype=np.float64).reshape(len(place))
        # 1 / (1 + e^-x), written so that no logit is too large for it.
        similarities = (1.0 + np.tanh(logits / 2.0)) / 2.0
        return [float(similarities[place[pair]]) for pair in pairs]
