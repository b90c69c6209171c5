import type { WorkspacesDoor } from '#shared/doors/workspaces.ts'

import type { StoreCall } from '../store-call.ts'
import { createWorkspace } from './create-workspace.ts'
import { listFiles, listWorkspaces } from './list-workspaces.ts'
import { readChanges, readFile } from './read-file.ts'
import { writeFile } from './write-file.ts'

/** The workspaces of the credential that pays a call, and those it has a token for. */
export const workspacesDoor = (call: StoreCall): WorkspacesDoor => ({
  create: (wish) => createWorkspace(call, wish),
  write: (file) => writeFile(call, file),
  read: (wanted) => readFile(call, wanted),
  changes: (wanted) => readChanges(call, wanted),
  list: (paging) => listWorkspaces(call, paging),
  files: (wanted) => listFiles(call, wanted),
})
