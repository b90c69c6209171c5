export const seniorities = ['founder', 'c_level', 'vp', 'director', 'manager', 'staff', 'unknown'] as const
export type Seniority = (typeof seniorities)[number]

/** Levels by the words of a title; the first match counts. */
export const seniorityRules: readonly { level: Seniority; pattern: RegExp }[] = [
  { level: 'founder', pattern: /\b(?:co-?)?founder\b|\bfounding partner\b|gründer|fondateur|fundador/i },
  {
    level: 'c_level',
    pattern:
      /\bchief\b[\w\s&,/-]{0,40}\bofficer\b|\b(?:ceo|cto|cfo|coo|cmo|cpo|cio|ciso|cro|cdo|chro|cso|cco|clo)\b|\bpresident\b(?<!vice[ -]president)|managing director|general manager|geschäftsführer(?:in)?|vorstand|pdg|directeur général|\bowner\b|inhaber|\bchair(?:man|woman|person)?\b/i,
  },
  { level: 'vp', pattern: /\b(?:s|e)?vp\b|\bvice[ -]president\b|\bpartner\b/i },
  {
    level: 'director',
    pattern: /\bdirector\b|\bhead of\b|\bhead\b(?=,|$)|\bleiter(?:in)?\b|\bdirecteur\b|\bprincipal\b/i,
  },
  { level: 'manager', pattern: /\bmanager\b|\bteam lead\b|\blead\b|\bsupervisor\b|\bteamleiter/i },
  {
    level: 'staff',
    pattern:
      /\b(?:engineer|developer|designer|scientist|analyst|specialist|consultant|associate|assistant|coordinator|representative|executive|administrator|architect|researcher|writer|editor|recruiter|accountant|counsel|intern|trainee|technician|programmer|advocate|strategist|operator|officer|nurse|driver|entwickler(?:in)?|mitarbeiter(?:in)?|werkstudent(?:in)?)\b/i,
  },
]

export const functions = [
  'engineering',
  'security',
  'data',
  'product',
  'design',
  'research',
  'marketing',
  'sales',
  'customer_success',
  'people',
  'finance',
  'legal',
  'operations',
  'executive',
  'other',
] as const
export type JobFunction = (typeof functions)[number]

/** What somebody works on, by the words of a title (or of a department); the first match counts. */
export const functionRules: readonly { area: JobFunction; pattern: RegExp }[] = [
  { area: 'security', pattern: /\b(?:security|ciso|infosec|appsec|soc analyst|penetration)\b/i },
  {
    area: 'data',
    pattern:
      /\b(?:data|analytics|machine learning|\bml\b|\bai\b|artificial intelligence|deep learning|\bbi\b|nlp|llm|computer vision)\b/i,
  },
  {
    area: 'people',
    pattern:
      /\b(?:hr|human resources|people(?: ops| operations| partner| & culture)?|talent|recruit\w*|chro|personal(?:wesen|referent\w*))\b/i,
  },
  {
    area: 'finance',
    pattern: /\b(?:financ\w*|cfo|account(?:ant|ing)|controller|treasur\w*|tax|audit\w*|payroll|buchhalt\w*)\b/i,
  },
  { area: 'legal', pattern: /\b(?:legal|counsel|lawyer|attorney|compliance|privacy|paralegal|jurist\w*)\b/i },
  {
    area: 'customer_success',
    pattern:
      /\b(?:customer (?:success|support|service|experience|care)|support|implementation|onboarding|solutions? (?:engineer|architect|consultant))\b/i,
  },
  {
    area: 'sales',
    pattern:
      /\b(?:sales|account (?:executive|manager)|business development|\b[bs]dr\b|revenue|cro|partnerships?|vertrieb\w*|commercial)\b/i,
  },
  {
    area: 'marketing',
    pattern:
      /\b(?:marketing|cmo|brand|growth|content|communications?|\bpr\b|seo|social media|community|demand gen\w*|events?)\b/i,
  },
  { area: 'design', pattern: /\b(?:design\w*|\bux\b|\bui\b|creative|illustrat\w*)\b/i },
  { area: 'product', pattern: /\b(?:product|cpo|program manager|project manager|scrum)\b/i },
  { area: 'research', pattern: /\b(?:research\w*|scien(?:ce|tist|tific)|\br&d\b)\b/i },
  {
    area: 'engineering',
    pattern:
      /\b(?:engineer\w*|developer\w*|cto|technolog\w*|software|devops|\bsre\b|infrastructure|platform|backend|frontend|full[ -]?stack|mobile|android|ios|qa|architect|programmer|technical|\bit\b|cio|information officer|entwickl\w*|hardware|firmware)\b/i,
  },
  {
    area: 'operations',
    pattern:
      /\b(?:operations?|coo|logistics|supply chain|procurement|facilit\w*|office|chief of staff|administrat\w*|manufactur\w*|production)\b/i,
  },
  {
    area: 'executive',
    pattern:
      /\b(?:ceo|chief executive|president|managing director|general manager|founder|co-?founder|chair\w*|owner|board|partner|geschäftsführ\w*|vorstand|inhaber|pdg|principal|director)\b/i,
  },
]

/** Words that make a line a title rather than a sentence or a name. */
export const TITLE_WORD = new RegExp(
  [
    ...seniorityRules.map(({ pattern }) => pattern.source),
    '\\b(?:advisor|adviser|member of (?:the )?board|investor|evangelist|fellow)\\b',
  ].join('|'),
  'i',
)
