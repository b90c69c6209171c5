/**
 * Node flags of an ingress. The young generation is large enough that a call's objects are dead before they are collected:
 * with the default, an ingress spent a third of its time in collections at 512 concurrent calls. give-back-memory.ts
 * releases what loading leaves of it. The scripts of package.json have the same flags (a house test compares them).
 */
const INGRESS_FLAGS = ['--max-semi-space-size=64'] as const

/** A worker holds no more calls than it has slots, so a small young generation does: after load it takes 200 MB, not 340. */
const WORKER_FLAGS = ['--max-semi-space-size=8'] as const

/** The Node flags of a program of ours; those of workers are named so. */
export const flagsOf = (file: string): readonly string[] => (file.includes('worker') ? WORKER_FLAGS : INGRESS_FLAGS)

/**
 * Node flags of a process that only delivers events: few of its objects live, and it makes much garbage. With a small young
 * generation, and an old one that is collected early, it takes half the memory for twice the CPU time of collections.
 */
export const DELIVER_FLAGS = ['--max-semi-space-size=4', '--optimize-for-size'] as const
/** Its environment: all threads allocate in one arena, which gives back what connections took. */
export const DELIVER_ENVIRONMENT = { MALLOC_ARENA_MAX: '1' } as const

/** glibc keeps freed memory in one arena per thread; with two arenas an idle process needs some ten megabytes less. */
export const NODE_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' } as const
