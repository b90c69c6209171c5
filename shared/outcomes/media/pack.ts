import { definePack } from '../pack.ts'
import { screenshot } from './screenshot.ts'

export const mediaPack = definePack({
  name: 'media-pack',
  purpose: 'Pictures of pages, taken by an isolated browser.',
  dayPass: false,
  outcomes: [screenshot],
})
