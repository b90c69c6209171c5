/**
 * How Node is started for an ingress or a worker: a young generation large enough that what a call needs is dead before
 * it is collected (at 512 calls at once a third of the ingress's time went into collections with the default). What
 * loading leaves of it is given back before the first request (give-back-memory.ts). package.json's scripts carry the
 * same flags (a house test compares them).
 */
export const NODE_FLAGS = ['--max-semi-space-size=64'] as const

/** glibc keeps what each of many threads gave back; with two arenas an idle process has some ten megabytes less. */
export const NODE_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' } as const
