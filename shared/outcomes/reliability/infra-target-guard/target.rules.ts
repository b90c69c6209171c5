import type { TargetEnvironment, TargetVerdict } from './target-verdict.ts'

export const targetRuleset = 'infra-target/2026-11-20'

/** Words in names that give an environment away, and how sure that is. */
export const environmentWords: readonly {
  environment: TargetEnvironment
  confidence: number
  words: readonly string[]
}[] = [
  { environment: 'production', confidence: 0.9, words: ['prod', 'prd', 'production', 'prods', 'prodn'] },
  { environment: 'production', confidence: 0.6, words: ['live', 'main', 'master'] },
  {
    environment: 'staging',
    confidence: 0.9,
    words: [
      'stg',
      'stage',
      'staging',
      'uat',
      'preprod',
      'preproduction',
      'nonprod',
      'nonproduction',
      'nonprd',
      'preprd',
    ],
  },
  { environment: 'staging', confidence: 0.6, words: ['qa', 'canary', 'beta'] },
  {
    environment: 'dev',
    confidence: 0.9,
    words: [
      'dev',
      'devel',
      'develop',
      'development',
      'test',
      'tests',
      'testing',
      'tst',
      'sandbox',
      'sbx',
      'local',
      'localhost',
    ],
  },
  {
    environment: 'dev',
    confidence: 0.6,
    words: ['ci', 'demo', 'feature', 'playground', 'minikube', 'kind', 'scratch'],
  },
]

type Kind = TargetVerdict['resolved'][number]['kind']

/** Which families of tools a command belongs to, so that a context it never reads does not decide. */
export const toolFamilies: Readonly<Record<string, readonly Kind[]>> = {
  kubectl: ['k8s'],
  helm: ['k8s'],
  kustomize: ['k8s'],
  k9s: ['k8s'],
  argocd: ['k8s'],
  flux: ['k8s'],
  istioctl: ['k8s'],
  oc: ['k8s'],
  skaffold: ['k8s', 'docker'],
  aws: ['aws'],
  sam: ['aws'],
  cdk: ['aws'],
  eksctl: ['aws', 'k8s'],
  gcloud: ['gcp'],
  gsutil: ['gcp'],
  bq: ['gcp'],
  az: ['azure'],
  docker: ['docker'],
  podman: ['docker'],
  'docker-compose': ['docker'],
  psql: ['db'],
  pg_dump: ['db'],
  pg_restore: ['db'],
  mysql: ['db'],
  mysqldump: ['db'],
  mongosh: ['db'],
  'redis-cli': ['db'],
  terraform: ['terraform', 'aws', 'gcp', 'azure', 'k8s'],
  tofu: ['terraform', 'aws', 'gcp', 'azure', 'k8s'],
  terragrunt: ['terraform', 'aws', 'gcp', 'azure', 'k8s'],
  pulumi: ['terraform', 'aws', 'gcp', 'azure', 'k8s'],
  git: ['repo'],
  gh: ['repo'],
}

/** A field of the caller's context: what it names, and which flags of the action and environment variables overrule it. */
export type ContextField = {
  field: string
  kind: Kind
  tools: readonly string[]
  flags: string
  variables: readonly string[]
}

const kubernetes = ['kubectl', 'helm', 'oc', 'k9s', 'flux', 'istioctl', 'skaffold', 'argocd', 'eksctl']
export const contextFields: readonly ContextField[] = [
  {
    field: 'kube_context',
    kind: 'k8s',
    tools: kubernetes,
    flags: '--context|--kube-context|--cluster|--server',
    variables: ['KUBE_CONTEXT', 'KUBECONTEXT'],
  },
  {
    field: 'namespace',
    kind: 'k8s',
    tools: kubernetes,
    flags: '--namespace|-n',
    variables: ['KUBE_NAMESPACE', 'HELM_NAMESPACE'],
  },
  {
    field: 'aws_profile',
    kind: 'aws',
    tools: ['aws', 'sam', 'cdk', 'eksctl', 'terraform'],
    flags: '--profile',
    variables: ['AWS_PROFILE', 'AWS_DEFAULT_PROFILE'],
  },
  {
    field: 'aws_account_id',
    kind: 'aws',
    tools: ['aws'],
    flags: '--account-id',
    variables: ['AWS_ACCOUNT_ID', 'CDK_DEFAULT_ACCOUNT'],
  },
  {
    field: 'aws_region',
    kind: 'aws',
    tools: ['aws', 'sam', 'cdk', 'eksctl'],
    flags: '--region',
    variables: ['AWS_REGION', 'AWS_DEFAULT_REGION'],
  },
  {
    field: 'gcp_project',
    kind: 'gcp',
    tools: ['gcloud', 'bq', 'gsutil'],
    flags: '--project|--project_id',
    variables: ['GOOGLE_CLOUD_PROJECT', 'CLOUDSDK_CORE_PROJECT', 'GCP_PROJECT'],
  },
  {
    field: 'azure_subscription',
    kind: 'azure',
    tools: ['az'],
    flags: '--subscription',
    variables: ['AZURE_SUBSCRIPTION_ID', 'ARM_SUBSCRIPTION_ID'],
  },
  { field: 'azure_resource_group', kind: 'azure', tools: ['az'], flags: '--resource-group|-g', variables: [] },
  {
    field: 'tf_workspace',
    kind: 'terraform',
    tools: ['terraform', 'tofu', 'terragrunt', 'pulumi'],
    flags: '-var-file|--var-file|--stack|-s',
    variables: ['TF_WORKSPACE'],
  },
  {
    field: 'database_url',
    kind: 'db',
    tools: ['psql', 'pg_dump', 'pg_restore', 'mysql', 'mysqldump', 'redis-cli', 'mongosh'],
    flags: '--dbname|-d|--database|--db',
    variables: ['DATABASE_URL', 'PGDATABASE', 'MYSQL_DATABASE', 'MONGO_URL', 'REDIS_URL'],
  },
  {
    field: 'database_host',
    kind: 'host',
    tools: ['psql', 'pg_dump', 'pg_restore', 'mysql', 'mysqldump', 'redis-cli', 'mongosh'],
    flags: '--host|-h',
    variables: ['PGHOST', 'MYSQL_HOST', 'REDIS_HOST'],
  },
  {
    field: 'docker_host',
    kind: 'docker',
    tools: ['docker', 'podman', 'docker-compose'],
    flags: '--host|-H|--context|-c',
    variables: ['DOCKER_HOST', 'DOCKER_CONTEXT'],
  },
  { field: 'hostname', kind: 'host', tools: [], flags: '', variables: ['TARGET_HOST', 'DEPLOY_HOST'] },
  { field: 'git_branch', kind: 'repo', tools: [], flags: '', variables: ['GIT_BRANCH'] },
  {
    field: 'environment',
    kind: 'name',
    tools: [
      'deploy',
      'cap',
      'serverless',
      'sls',
      'eb',
      'vercel',
      'fly',
      'heroku',
      'npm',
      'make',
      'ansible-playbook',
      'cdk',
    ],
    flags: '--env|--environment|--stage|--target|-e|--app',
    variables: ['NODE_ENV', 'RAILS_ENV', 'APP_ENV', 'ENVIRONMENT', 'ENV', 'STAGE', 'DEPLOY_ENV'],
  },
]

/** Names and addresses under which clouds hand out credentials to a machine. */
export const metadataHosts: ReadonlySet<string> = new Set([
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  'fd00:ec2::254',
  'fd00:ec2::23',
  'fd20:ce::254',
  'metadata.google.internal',
  'metadata',
  'instance-data',
  'instance-data.ec2.internal',
  'metadata.azure.internal',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
])

/** Commands that only read, whatever their arguments. */
export const readingCommands: ReadonlySet<string> = new Set([
  'ls',
  'cat',
  'head',
  'tail',
  'less',
  'grep',
  'rg',
  'wc',
  'pwd',
  'whoami',
  'id',
  'uname',
  'date',
  'df',
  'du',
  'ps',
  'top',
  'uptime',
  'ping',
  'dig',
  'nslookup',
  'host',
  'traceroute',
  'stat',
  'file',
  'which',
  'env',
  'printenv',
  'hostname',
  'jq',
  'sort',
  'uniq',
  'cut',
  'echo',
  'printf',
  'true',
  'sleep',
  'diff',
  'pg_dump',
  'mysqldump',
  'netstat',
  'ss',
  'free',
  'lsof',
  'select',
  'show',
  'get',
  'head',
  'options',
  'explain',
  'describe',
])

/** Subcommands that only read, by the tool; any word may stand between tool and subcommand. */
export const readingVerbs: Readonly<Record<string, RegExp>> = {
  kubectl:
    /^(?:get|describe|logs?|top|explain|version|cluster-info|api-resources|api-versions|diff|events|can-i|view|current-context|get-contexts)$/,
  oc: /^(?:get|describe|logs?|explain|version|status|whoami)$/,
  helm: /^(?:list|ls|status|get|history|show|search|template|lint|version|diff)$/,
  aws: /^(?:ls|describe-[\w-]+|list-[\w-]+|get-[\w-]+|head-[\w-]+|lookup-[\w-]+|batch-get-[\w-]+|filter-log-events|tail)$/,
  gcloud: /^(?:list|describe|info|version|get-value|read|get-iam-policy)$/,
  gsutil: /^(?:ls|cat|du|stat|hash|version)$/,
  bq: /^(?:ls|show|head)$/,
  az: /^(?:list|show|list-[\w-]+|show-[\w-]+|get-[\w-]+|version)$/,
  terraform: /^(?:plan|show|output|validate|fmt|graph|providers|version|list)$/,
  tofu: /^(?:plan|show|output|validate|fmt|graph|providers|version|list)$/,
  pulumi: /^(?:preview|whoami|about|version|logs)$/,
  docker: /^(?:ps|images|inspect|logs|stats|top|version|info|ls|history|port|events)$/,
  git: /^(?:status|log|diff|show|fetch|blame|describe|rev-parse|ls-files|ls-remote|grep|shortlog)$/,
  gh: /^(?:list|view|status|checks|diff)$/,
  systemctl: /^(?:status|show|list-units|is-active|cat|is-enabled)$/,
  argocd: /^(?:list|get|diff|history|logs|version)$/,
}
