import { definePack } from '../pack.ts'
import { classifyText } from './classify-text/outcome.ts'
import { embedText } from './embed-text.ts'
import { extractStructured } from './extract-structured/outcome.ts'
import { rerankPassages } from './rerank-passages/outcome.ts'
import { summarizeText } from './summarize-text/outcome.ts'
import { translateText } from './translate-text/outcome.ts'

export const computeTextPack = definePack({
  name: 'compute-text-pack',
  purpose: 'Works on texts with a model, or by honest methods of its own where there is one, and says which.',
  dayPass: false,
  outcomes: [summarizeText, classifyText, extractStructured, translateText, rerankPassages, embedText],
})
