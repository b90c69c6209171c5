import { definePack } from '../pack.ts'

import { contextCompressionAudit } from './context-compression-audit.ts'
import { handoffDigest } from './handoff-digest/outcome.ts'
import { memoryIntegrityCheck } from './memory-integrity-check/outcome.ts'
import { notepadBrowse } from './notepad-browse.ts'
import { notepadList } from './notepad-list.ts'
import { notepadRead } from './notepad-read/outcome.ts'
import { notepadSave } from './notepad-save.ts'
import { notepadShare } from './notepad-share.ts'
import { workspaceCreate } from './workspace-create.ts'
import { workspaceList } from './workspace-list.ts'
import { workspaceRead } from './workspace-read.ts'
import { workspaceWrite } from './workspace-write.ts'

export const memoryPack = definePack({
  name: 'memory-pack',
  purpose: 'Notes and workspaces that outlive a session, shared on the owner’s terms.',
  dayPass: true,
  outcomes: [
    notepadSave,
    notepadRead,
    notepadList,
    notepadShare,
    notepadBrowse,
    workspaceCreate,
    workspaceWrite,
    workspaceRead,
    workspaceList,
    memoryIntegrityCheck,
    contextCompressionAudit,
    handoffDigest,
  ],
})
