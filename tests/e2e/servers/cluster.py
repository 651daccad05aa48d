"""Starts a Ray cluster of two workers on this machine, says where it is, and ends it with standard input."""

from __future__ import annotations

import os
import sys

os.environ["RAY_USAGE_STATS_ENABLED"] = "0"

from ray.cluster_utils import Cluster

if __name__ == "__main__":
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    cluster.add_node(num_cpus=1, num_gpus=1)  # a GPU in name: what is asked for one goes there
    print(cluster.address, flush=True)  # noqa: T201 - read by whoever started this
    sys.stdin.read()
    cluster.shutdown()
