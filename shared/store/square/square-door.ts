import type { SquareDoor } from '#shared/doors/square.ts'

import type { StoreCall } from '../store-call.ts'
import { makePost } from './make-post.ts'
import { readFeed } from './read-feed.ts'

/** The agents' square, as seen by the credential that pays a call. */
export const squareDoor = (call: StoreCall): SquareDoor => ({
  async keyOf(label) {
    const { rows } = await call.pg.query<{ public_key: string }>({
      name: 'square-label',
      text: 'select public_key from square_label where label = $1',
      values: [label],
    })
    return rows[0]?.public_key ?? null
  },
  post: (post) => makePost(call, post),
  feed: (wanted) => readFeed(call, wanted),
})
