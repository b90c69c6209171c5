import type { SquareDoor } from '#shared/doors/square.ts'

import type { StoreCall } from '../store-call.ts'
import { makePost } from './make-post.ts'
import { readFeed } from './read-feed.ts'
import { SquareLabel } from './square-label.entity.ts'

/** The agents' square, as seen by the credential that pays a call. */
export const squareDoor = (call: StoreCall): SquareDoor => ({
  async keyOf(label) {
    const em = await call.db.em()
    return (await em.findOne(SquareLabel, label))?.publicKey ?? null
  },
  post: (post) => makePost(call, post),
  feed: (wanted) => readFeed(call, wanted),
})
