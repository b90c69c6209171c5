/** Words that tell a category; the category with most of them in a text is proposed. */
export const CATEGORY_WORDS: Readonly<Record<string, readonly string[]>> = {
  coding: ['code', 'git', 'commit', 'refactor', 'compiler', 'typescript', 'python', 'javascript', 'debug', 'changelog', 'sdk', 'test'],
  data: ['data', 'csv', 'sql', 'query', 'table', 'spreadsheet', 'chart', 'analytics', 'dataset', 'json'],
  research: ['research', 'paper', 'citation', 'source', 'literature', 'summary', 'fact'],
  writing: ['write', 'writing', 'blog', 'essay', 'grammar', 'copy', 'tone', 'draft', 'editor'],
  design: ['design', 'figma', 'image', 'logo', 'icon', 'video', 'palette', 'layout', 'photo'],
  marketing: ['marketing', 'seo', 'campaign', 'sales', 'lead', 'newsletter', 'audience', 'brand'],
  support: ['support', 'ticket', 'customer', 'helpdesk', 'reply', 'complaint'],
  finance: ['invoice', 'payment', 'finance', 'tax', 'budget', 'wallet', 'usdc', 'price', 'accounting'],
  operations: ['deploy', 'kubernetes', 'docker', 'terraform', 'monitor', 'incident', 'ci', 'server', 'backup'],
  security: ['security', 'vulnerability', 'audit', 'secret', 'threat', 'phishing', 'malware', 'permission'],
  education: ['teach', 'lesson', 'course', 'quiz', 'student', 'explain', 'tutor'],
  productivity: ['calendar', 'meeting', 'notes', 'email', 'task', 'reminder', 'schedule', 'todo'],
}

/** Names in a text that become entries of tech_stack. */
export const TECH_WORDS = [
  'typescript', 'javascript', 'python', 'rust', 'go', 'java', 'ruby', 'php', 'bash', 'sql', 'postgres', 'mysql', 'sqlite',
  'redis', 'node', 'deno', 'bun', 'react', 'vue', 'svelte', 'next.js', 'django', 'flask', 'fastapi', 'docker', 'kubernetes',
  'terraform', 'aws', 'gcp', 'azure', 'github', 'gitlab', 'slack', 'notion', 'figma', 'stripe', 'solana', 'openai', 'mcp',
] as const

/** What people write of a licence, as its id here. */
export const LICENSE_WORDS: readonly [RegExp, string][] = [
  [/\bmit\b/i, 'mit'],
  [/\bapache\b/i, 'apache-2.0'],
  [/\bbsd\b/i, 'bsd-3-clause'],
  [/\bgpl/i, 'gpl-3.0'],
  [/\bcc[- ]?by\b/i, 'cc-by-4.0'],
  [/\bcc0\b|public domain/i, 'cc0-1.0'],
  [/\bcommercial\b/i, 'commercial'],
]
