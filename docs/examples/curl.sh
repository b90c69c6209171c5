#!/bin/sh
# Calls an outcome with a service key.
set -eu
curl -sS --fail-with-body "$FAREBOX_URL/api/v1/outcomes/hash-text" \
  -H 'Content-Type: application/json' \
  -H "X-Service-Key: $FAREBOX_KEY" \
  -d '{"text": "hello"}'
