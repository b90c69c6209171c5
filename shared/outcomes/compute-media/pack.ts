import { definePack } from '../pack.ts'
import { audioTranscribe } from './audio-transcribe/outcome.ts'
import { imageDescribe } from './image-describe/outcome.ts'
import { imageGenerate } from './image-generate/outcome.ts'
import { imageModerate } from './image-moderate/outcome.ts'
import { imageOcr } from './image-ocr.ts'
import { speechSynthesize } from './speech-synthesize/outcome.ts'

export const computeMediaPack = definePack({
  name: 'compute-media-pack',
  purpose: 'Sees, reads, makes, hears and speaks. Files of strangers are opened where they can break nothing.',
  dayPass: false,
  outcomes: [imageDescribe, imageOcr, imageGenerate, imageModerate, audioTranscribe, speechSynthesize],
})
