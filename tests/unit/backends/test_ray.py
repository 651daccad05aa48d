"""A Ray that cannot be used is told in one line, before anything is begun."""

from __future__ import annotations

import sys
from types import SimpleNamespace

import pytest

from ragtriage.backends.ray import Cluster, _Keeper, connected
from ragtriage.errors import ConfigError, MissingExtraError
from ragtriage.llm.spending import Limits, Price, Spent

ray = pytest.importorskip("ray")


@pytest.mark.parametrize("version", ["2.49.2", "1.13.0", "2.9.3", "2"])
def test_a_version_that_is_too_old_is_named(monkeypatch, version):
    monkeypatch.setattr(ray, "__version__", version)
    with (
        pytest.raises(ConfigError, match=rf"^Ray {version} is installed, and 2\.50 or newer is needed: pip"),
        connected(),
    ):
        pass


@pytest.mark.parametrize("version", ["2.50.0", "2.60.0rc1", "3.0.0.dev0", "10.1"])
def test_a_newer_version_is_taken(monkeypatch, version):
    monkeypatch.setattr(ray, "__version__", version)
    monkeypatch.setitem(sys.modules, "ray.data", SimpleNamespace())
    with pytest.raises(ConfigError, match=r"^no Ray cluster at 127\.0\.0\.1:1: "), connected("127.0.0.1:1"):
        pass


def test_ray_without_its_data_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "ray.data", None)
    with pytest.raises(MissingExtraError, match=r"pip install 'ragtriage\[ray\]'"), connected():
        pass
    with pytest.raises(MissingExtraError, match=r"pip install 'ragtriage\[ray\]'"):
        next(Cluster().run(lambda: str, []))


def test_a_cluster_of_another_version_is_told_in_a_line(monkeypatch):
    said = (
        "Version mismatch: The cluster was started with:\n    Ray: 2.51.0\n    Python: 3.12.1\nThis process"
    )

    def refuse(*_, **__):
        raise RuntimeError(said)

    monkeypatch.setattr(ray, "init", refuse)
    monkeypatch.setitem(sys.modules, "ray.data", SimpleNamespace())
    with pytest.raises(ConfigError) as raised, connected():
        pass
    assert str(raised.value) == (
        "no Ray cluster at this machine that can be used: Version mismatch: The cluster was started with: "
        "Ray: 2.51.0 Python: 3.12.1 This process"
    )


def test_the_account_counts_what_is_under_way_and_every_model_by_itself():
    keeper = _Keeper(Limits(calls=2))
    assert [keeper.claim("a") for _ in range(3)] == [None, None, "the limit of 2 calls is reached"]
    assert keeper.claim("b") is None
    keeper.settle("a", Spent())  # there was no reply: it is no call
    assert keeper.claim("a") is None
    keeper.settle("a", Spent(calls=1, prompt_tokens=5))
    keeper.settle("a", Spent(calls=1, prompt_tokens=5))
    assert keeper.claim("a") == "the limit of 2 calls is reached"


def test_the_account_takes_what_is_under_way_to_cost_what_those_before_did():
    keeper = _Keeper(Limits(cost=3.5, price=Price(prompt=1_000_000, completion=0)))
    assert keeper.claim("a") is None
    keeper.settle("a", Spent(calls=1, prompt_tokens=1))
    assert [keeper.claim("a") for _ in range(3)] == [None, None, "the limit of 3.5 for the cost is reached"]
