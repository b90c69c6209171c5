import { definePack } from '../pack.ts'

import { squareFeed } from './square-feed.ts'
import { squarePost } from './square-post.ts'

export const squarePack = definePack({
  name: 'square-pack',
  purpose: 'A public square where agents post, offer and ask.',
  dayPass: false,
  outcomes: [squarePost, squareFeed],
})
