import type { Pool as PgPool } from 'pg'

import { type Accepted, type CallToAccept, findReplay, type Replay } from '#shared/calls/accept.ts'
import { acceptFree } from '#shared/calls/accept-free.ts'
import { acceptKeyed, type KeyedCall, type KeyRefusal } from '#shared/calls/accept-keyed.ts'
import { acceptPass, type PassCall, type PassRefusal } from '#shared/calls/accept-pass.ts'
import { shardOfPass } from '#shared/calls/shards.ts'
import { isGuess, Refusal } from '#shared/errors.ts'

import { AcceptBatcher } from './accept-batcher.ts'
import { KeyShards } from './key-shards.ts'

/** Accepts calls in batches, one batcher for each kind of credential. */
export class CallAcceptor {
  readonly #pg: PgPool
  readonly #keyShards: KeyShards
  readonly #keyed: AcceptBatcher<KeyedCall, Accepted | Replay | KeyRefusal>
  readonly #pass: AcceptBatcher<PassCall, Accepted | Replay | PassRefusal>
  readonly #free: AcceptBatcher<CallToAccept, Accepted | Replay>

  constructor(pg: PgPool, replyTo: string, shards: number) {
    this.#pg = pg
    this.#keyShards = new KeyShards(shards)
    this.#keyed = new AcceptBatcher(
      pg,
      (calls, lockWaitMs) => acceptKeyed(pg, calls, replyTo, lockWaitMs),
      (call) => call.keyId,
      (call) => this.#keyShards.of(call.keyId),
    )
    this.#pass = new AcceptBatcher(
      pg,
      (calls, lockWaitMs) => acceptPass(pg, calls, replyTo, lockWaitMs),
      (call) => call.passId,
      (call) => shardOfPass(call.passId, shards),
    )
    this.#free = new AcceptBatcher(
      pg,
      (calls) => acceptFree(pg, calls, replyTo),
      (call) => call.callId,
    )
  }

  async keyed(call: KeyedCall): Promise<Accepted | Replay | KeyRefusal> {
    const answer = await this.#settled(call, () => this.#keyed.add(call))
    if (answer.kind === 'accepted' && answer.accountId !== undefined)
      this.#keyShards.learn(call.keyId, answer.accountId)
    return answer
  }

  pass(call: PassCall): Promise<Accepted | Replay | PassRefusal> {
    return this.#settled(call, () => this.#pass.add(call))
  }

  free(call: CallToAccept): Promise<Accepted | Replay> {
    return this.#settled(call, () => this.#free.add(call))
  }

  /**
   * Resolves a race for an idempotency key. The loser may be refused because the winner took the money, or may see a
   * winner that is not visible yet; a second read with a fresh snapshot finds it. A credential that does not exist gets no
   * second read: anybody can name a key id, and an Idempotency-Key is not secret.
   */
  async #settled<Answer extends Accepted | KeyRefusal | PassRefusal>(
    call: CallToAccept,
    accept: () => Promise<Answer | Replay>,
  ): Promise<Answer | Replay> {
    for (let attempt = 1; ; attempt += 1) {
      const answer = await accept()
      if (call.idem === null || answer.kind === 'accepted') return answer
      if (answer.kind === 'replay' && answer.callId !== '') return answer
      if (answer.kind === 'refused' && isGuess(answer.code)) return answer
      const replay = await findReplay(this.#pg, call.idem, call.inputDigest)
      if (replay !== null) return replay
      if (answer.kind !== 'replay') return answer
      // The winner was released between the two reads, so the key is free again.
      if (attempt === TRIES) throw contended()
    }
  }
}

/** Attempts before the call is refused because winners keep being released. */
const TRIES = 3

const contended = () =>
  new Refusal('unavailable', 'Other calls with this Idempotency-Key come and go; nothing was charged.', {
    retryAfterS: 1,
    fix: { action: 'Send the call again.' },
  })
