export type AiPurpose = 'training' | 'search' | 'user'

/**
 * Crawlers and fetchers of AI services that announce themselves in robots.txt, by their product token. `training` gathers
 * for models, `search` builds an answer engine's index, `user` fetches what a person asks for. From their operators' own
 * pages; a token that only steers the use of what another crawler fetched counts as training.
 */
export const AI_AGENTS: readonly { agent: string; operator: string; purpose: AiPurpose }[] = [
  { agent: 'GPTBot', operator: 'OpenAI', purpose: 'training' },
  { agent: 'OAI-SearchBot', operator: 'OpenAI', purpose: 'search' },
  { agent: 'ChatGPT-User', operator: 'OpenAI', purpose: 'user' },
  { agent: 'ClaudeBot', operator: 'Anthropic', purpose: 'training' },
  { agent: 'Claude-SearchBot', operator: 'Anthropic', purpose: 'search' },
  { agent: 'Claude-User', operator: 'Anthropic', purpose: 'user' },
  { agent: 'Google-Extended', operator: 'Google', purpose: 'training' },
  { agent: 'PerplexityBot', operator: 'Perplexity', purpose: 'search' },
  { agent: 'Perplexity-User', operator: 'Perplexity', purpose: 'user' },
  { agent: 'Applebot-Extended', operator: 'Apple', purpose: 'training' },
  { agent: 'Amazonbot', operator: 'Amazon', purpose: 'training' },
  { agent: 'Bytespider', operator: 'ByteDance', purpose: 'training' },
  { agent: 'CCBot', operator: 'Common Crawl', purpose: 'training' },
  { agent: 'DuckAssistBot', operator: 'DuckDuckGo', purpose: 'search' },
  { agent: 'Meta-ExternalAgent', operator: 'Meta', purpose: 'training' },
  { agent: 'Meta-ExternalFetcher', operator: 'Meta', purpose: 'user' },
  { agent: 'MistralAI-User', operator: 'Mistral', purpose: 'user' },
  { agent: 'cohere-training-data-crawler', operator: 'Cohere', purpose: 'training' },
]
