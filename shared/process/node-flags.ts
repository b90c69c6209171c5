/**
 * How Node is started for an ingress or a worker. V8 would let the young generation grow to 64 MB while it loads and
 * keep it: a quarter of an idle ingress. package.json's scripts carry the same flags (a house test compares them).
 */
export const NODE_FLAGS = ['--max-semi-space-size=8'] as const
