/**
 * Node flags of an ingress or a worker. The young generation is large enough that a call's objects are dead before they
 * are collected: with the default, an ingress spent a third of its time in collections at 512 concurrent calls.
 * give-back-memory.ts releases what loading leaves of it. The scripts of package.json have the same flags (a house test
 * compares them).
 */
export const NODE_FLAGS = ['--max-semi-space-size=64'] as const

/** glibc keeps freed memory in one arena per thread; with two arenas an idle process needs some ten megabytes less. */
export const NODE_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' } as const
