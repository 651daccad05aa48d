"""Parts of one input, judged apart by processes or a cluster, and put together again."""
