import type { Rule } from '../rule.ts'

/** What a line of a programming language calls. */
export const codeRules = {
  removeTree: {
    id: 'fs.code-remove-tree',
    family: 'filesystem',
    is: 'high no collection',
    message: 'Code that removes a directory tree.',
    safer: 'Print the paths first, or move them to a trash directory.',
  },
  removeFile: {
    id: 'fs.code-remove-file',
    family: 'filesystem',
    is: 'low with_backup item',
    message: 'Code that removes a file.',
  },
  removeUnknown: {
    id: 'fs.code-remove-unknown',
    family: 'filesystem',
    is: 'medium no collection',
    message: 'Code that removes files whose names the text does not tell.',
    safer: 'Print the paths first.',
  },
  dropDatabase: {
    id: 'sql.code-drop-database',
    family: 'sql',
    is: 'critical no system',
    message: 'Code that drops a whole database.',
    safer: 'Take a dump first, then rename it.',
  },
  dropData: {
    id: 'sql.code-drop',
    family: 'sql',
    is: 'high no collection',
    message: 'Code that drops or empties a store.',
    safer: 'Take a dump first.',
  },
  deleteMany: {
    id: 'sql.code-delete-many',
    family: 'sql',
    is: 'high no collection',
    message: 'Code that deletes every document or row.',
    safer: 'Give a filter, and count what it matches first.',
  },
  deleteSome: {
    id: 'sql.code-delete',
    family: 'sql',
    is: 'low with_backup item',
    message: 'Code that deletes the documents a filter matches.',
  },
  deleteCall: {
    id: 'tool.code-delete',
    family: 'tool',
    is: 'medium no item',
    message: 'Code that calls a method which says that it deletes.',
    safer: 'Read the object first.',
  },
  payCall: {
    id: 'payment.code-refund',
    family: 'payment',
    is: 'high no item',
    message: 'Code that moves money or ends a subscription.',
    safer: 'Read the object first and confirm the amount with a human.',
  },
  killCall: { id: 'process.code-kill', family: 'process', is: 'medium yes item', message: 'Code that ends processes.' },
  forkLoop: {
    id: 'process.code-fork-bomb',
    family: 'process',
    is: 'critical yes system',
    never: true,
    message: 'Code that starts processes without end.',
  },
} as const satisfies Record<string, Rule>
