import type { RepoHostName } from '../repo-url.ts'
import { codeberg } from './codeberg.ts'
import { github } from './github.ts'
import { gitlab } from './gitlab.ts'
import type { RepoHost } from './repo-host.ts'

const hosts: Readonly<Record<RepoHostName, RepoHost>> = { github, gitlab, codeberg }

/** The questions for the host of a repository. */
export const hostOf = (name: RepoHostName): RepoHost => hosts[name]
