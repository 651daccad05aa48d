"""Starts a server that speaks S3, with one bucket and one user who may read it, until standard input ends.

It prints what a client has to know as variables of the environment, in JSON. Signatures are checked.
"""

from __future__ import annotations

import json
import logging
import sys

import boto3
from moto import settings
from moto.server import ThreadedMotoServer

_ALL = {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]}


def made(url: str) -> dict[str, str]:
    """Make the bucket and the user, and return what lets the user in."""
    known = {
        "endpoint_url": url,
        "region_name": "us-east-1",
        "aws_access_key_id": "nobody",
        "aws_secret_access_key": "nothing",
    }
    boto3.client("s3", **known).create_bucket(Bucket="logs")
    users = boto3.client("iam", **known)
    users.create_user(UserName="reader")
    users.put_user_policy(UserName="reader", PolicyName="all", PolicyDocument=json.dumps(_ALL))
    key = users.create_access_key(UserName="reader")["AccessKey"]
    return {
        "AWS_ENDPOINT_URL": url,
        "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_EC2_METADATA_DISABLED": "true",
        "AWS_ACCESS_KEY_ID": key["AccessKeyId"],
        "AWS_SECRET_ACCESS_KEY": key["SecretAccessKey"],
    }


if __name__ == "__main__":
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    environment = made(f"http://{host}:{port}")
    settings.INITIAL_NO_AUTH_ACTION_COUNT = 0  # from here on who asks must be let in
    print(json.dumps(environment), flush=True)  # noqa: T201 - read by whoever started this
    sys.stdin.read()
    server.stop()
