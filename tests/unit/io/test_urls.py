"""Which names are URLs, and which files of this machine they read."""

from __future__ import annotations

from pathlib import Path

import fsspec
import pytest

from ragtriage.io.urls import is_url, local_file, local_paths

# A URL, with the file that it is another name of, and the files of this machine that it rests on.
URLS = [
    ("file:///logs/a.jsonl", "/logs/a.jsonl", ("/logs/a.jsonl",)),
    ("local:///logs/a.jsonl", "/logs/a.jsonl", ("/logs/a.jsonl",)),
    ("file://logs/a.jsonl", "logs/a.jsonl", ("logs/a.jsonl",)),
    ("file://./a.jsonl", "./a.jsonl", ("./a.jsonl",)),
    ("file:////logs/a.jsonl", "//logs/a.jsonl", ("//logs/a.jsonl",)),
    ("file:///a b?c#d%20.jsonl", "/a b?c#d%20.jsonl", ("/a b?c#d%20.jsonl",)),
    ("file:///경비/規程.jsonl", "/경비/規程.jsonl", ("/경비/規程.jsonl",)),
    ("filecache::file:///a.jsonl", "/a.jsonl", ("/a.jsonl",)),
    ("simplecache::/logs/a.jsonl", "/logs/a.jsonl", ("/logs/a.jsonl",)),
    ("blockcache::local:/a.jsonl", "/a.jsonl", ("/a.jsonl",)),
    ("filecache://::file:///a.jsonl", "/a.jsonl", ("/a.jsonl",)),
    ("simplecache::filecache::file:///a.jsonl", "/a.jsonl", ("/a.jsonl",)),
    ("zip://a.jsonl::logs/day.zip", None, ("logs/day.zip",)),
    ("zip://a.jsonl::file:///day.zip", None, ("/day.zip",)),
    ("zip://a.jsonl::tar://b.zip::/day.tar", None, ("/day.tar",)),
    ("zip://a.jsonl::simplecache::file:///day.zip", None, ("/day.zip",)),
    ("file:///dev/zero::zip", None, ("/dev/zero",)),
    ("file:///a::zip://b::/c", None, ("/a", "/c")),
    ("s3://bucket/a.jsonl", None, ()),
    ("filecache::s3://bucket/a.jsonl", None, ()),
    ("zip://a.jsonl::s3://bucket/day.zip", None, ()),
    ("https://host/a.jsonl?file:///x", None, ()),
    ("memory://a.jsonl", None, ()),
    ("zip://a.jsonl::day", None, ()),  # fsspec takes a single word for a storage
]


@pytest.mark.parametrize(("url", "file", "paths"), URLS)
def test_a_url_is_told_to_be_of_a_file_of_this_machine(url, file, paths):
    assert is_url(url)
    assert local_file(url) == file
    assert local_paths(url) == paths


@pytest.mark.parametrize("url", [url for url, file, _ in URLS if file and "cache" not in url])
def test_the_file_is_the_one_that_fsspec_would_open(url):
    _, path = fsspec.core.url_to_fs(url)
    assert Path(path) == Path(local_file(url)).absolute()


@pytest.mark.parametrize("name", ["a.jsonl", "/logs/a.jsonl", "file:/a.jsonl", "a:b", "-", ""])
def test_a_path_is_no_url(name):
    assert not is_url(name)
    assert local_file(name) is None
    assert local_paths(name) == (name,)


def test_a_file_whose_name_looks_like_a_url_is_that_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("zip::a").touch()
    assert not is_url("zip::a")
    assert local_paths("zip::a") == ("zip::a",)


def test_the_home_of_whoever_asks_is_known_in_a_url(monkeypatch):
    monkeypatch.setenv("HOME", "/home/somebody")
    assert local_file("file://~/a.jsonl") == "/home/somebody/a.jsonl"
