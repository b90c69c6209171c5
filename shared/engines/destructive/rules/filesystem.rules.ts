import type { CommandRule, Rule } from '../rule.ts'

const family = 'filesystem'

/** What removing a path means, by what the path stands for. */
export const removal = {
  root: { id: 'fs.rm-root', family, is: 'critical no system', never: true, message: 'Removes the root of the file system.', safer: 'Name the one directory to remove, below the project.' },
  home: { id: 'fs.rm-home', family, is: 'critical no system', message: 'Removes a whole home directory.', safer: 'Name the one directory below the home directory.' },
  everything: { id: 'fs.rm-everything', family, is: 'critical no collection', message: 'Removes all that is in the current or parent directory, whatever that is when it runs.', safer: 'Name the directory by an absolute path.' },
  system: { id: 'fs.rm-system', family, is: 'critical no system', message: 'Removes a directory that the operating system needs.', safer: 'Remove the single package or file instead.' },
  unset: { id: 'fs.rm-unset-variable', family, is: 'critical no system', message: 'Removes a path made of a variable that nothing sets here; empty, it reaches far more than meant.', safer: 'rm -rf -- "${DIR:?}"' },
  tree: { id: 'fs.rm-tree', family, is: 'high no collection', message: 'Removes a directory tree without asking.', safer: 'List it first, then move it to a trash directory (mv DIR DIR.bak).' },
  recursive: { id: 'fs.rm-recursive', family, is: 'medium no collection', message: 'Removes a directory tree.', safer: 'List it first, then move it to a trash directory (mv DIR DIR.bak).' },
  regenerable: { id: 'fs.rm-regenerable', family, is: 'medium yes collection', message: 'Removes a directory that a build or package tool can make again.' },
  temp: { id: 'fs.rm-temp', family, is: 'low no item', message: 'Removes temporary files.' },
  systemFile: { id: 'fs.rm-system-file', family, is: 'high with_backup system', message: 'Removes a file that the operating system needs.', safer: 'Copy it aside first (cp -p FILE FILE.bak).' },
  machineFile: { id: 'fs.rm-machine-file', family, is: 'medium with_backup item', message: 'Removes a file that belongs to the machine rather than to a project.', safer: 'Copy it aside first (cp -p FILE FILE.bak).' },
  config: { id: 'fs.rm-configuration', family, is: 'medium with_backup item', message: 'Removes a configuration or credential file.', safer: 'Copy it aside first (cp -p FILE FILE.bak).' },
  many: { id: 'fs.rm-many', family, is: 'medium no collection', message: 'Removes files by a pattern or a list that is made when it runs.', safer: 'Print the list first, then remove those names.' },
  file: { id: 'fs.rm-file', family, is: 'low with_backup item', message: 'Removes a named file.' },
  emptyDirectory: { id: 'fs.rmdir', family, is: 'low yes item', message: 'Removes empty directories.' },
  shred: { id: 'fs.shred', family, is: 'high no item', message: 'Overwrites a file so that nothing can bring it back.', safer: 'rm FILE, unless the content must be unrecoverable.' },
} as const satisfies Record<string, Rule>

/** What `find` does to what it finds. */
export const finding = {
  deleteAll: { id: 'fs.find-delete-all', family, is: 'high no collection', message: 'find removes everything below its starting points; no test narrows it.', safer: 'Run it with -print first.' },
  deleteSome: { id: 'fs.find-delete', family, is: 'medium no collection', message: 'find removes every file that passes its tests.', safer: 'Run it with -print first.' },
} as const satisfies Record<string, Rule>

/** What writing to a path means, by redirection or by a tool that overwrites. */
export const writing = {
  disk: { id: 'fs.write-disk', family, is: 'critical no system', never: true, message: 'Writes over a disk device.', safer: 'Write to a regular file.' },
  systemFile: { id: 'fs.write-system-file', family, is: 'high with_backup system', message: 'Writes over a file that the operating system needs.', safer: 'Write to a new file, check it, then move it into place.' },
  keyFile: { id: 'fs.write-login-file', family, is: 'critical with_backup system', message: 'Writes over a file that decides who can log in.', safer: 'Use the tool for it (visudo, passwd, ssh-copy-id).' },
  truncate: { id: 'fs.truncate', family, is: 'low no item', message: 'Cuts a file to a length; what lies behind it is lost.', safer: 'Copy it aside first (cp -p FILE FILE.bak).' },
  kernel: { id: 'fs.write-kernel-interface', family, is: 'high no system', message: 'Writes to a kernel interface that acts at once.', safer: 'Use the tool for it (sysctl, systemctl).' },
} as const satisfies Record<string, Rule>

/** What a recursive change of owner or mode means. */
export const permission = {
  worldWritableTree: { id: 'fs.chmod-world-tree', family, is: 'medium with_backup collection', message: 'Lets everybody write to a whole tree.', safer: 'chmod -R u+rwX,go+rX' },
  worldWritable: { id: 'fs.chmod-world', family, is: 'low yes item', message: 'Lets everybody write to a file.', safer: 'chmod u+rw' },
  systemPath: { id: 'fs.chmod-system-path', family, is: 'high yes system', message: 'Lets everybody write to a directory of the operating system.', safer: 'chmod 755' },
  setUser: { id: 'fs.chmod-set-user-id', family, is: 'medium yes item', message: 'Lets a program run with the rights of its owner.' },
  lockOut: { id: 'fs.chmod-lock-out', family, is: 'medium yes collection', message: 'Takes all access to a path away.', safer: 'chmod u+r,go-rwx' },
  systemTree: { id: 'fs.chmod-system', family, is: 'critical with_backup system', message: 'Changes owner or mode of a whole system tree, which breaks logins and services.', safer: 'Name the one file.' },
  ownerTree: { id: 'fs.chown-tree', family, is: 'low yes collection', message: 'Changes the owner of a whole tree.' },
} as const satisfies Record<string, Rule>

export const filesystemCommands: CommandRule[] = [
  { id: 'fs.trash', family, is: 'low yes item', run: 'trash|trash-put|rmtrash|gtrash', message: 'Moves files to the trash.' },
  { id: 'fs.trash-empty', family, is: 'medium no collection', run: 'trash-empty|trash-rm', message: 'Empties the trash for good.', safer: 'trash-list' },
  { id: 'fs.gio-trash-empty', family, is: 'medium no collection', run: 'gio trash', flags: '--empty', message: 'Empties the trash for good.' },
  { id: 'fs.srm', family, is: 'high no collection', run: 'srm|wipe|scrub|sfill|nwipe|sdelete|sdelete64', message: 'Overwrites files so that nothing can bring them back.', safer: 'rm FILE, unless the content must be unrecoverable.' },
  { id: 'fs.tar-remove-files', family, is: 'medium no collection', run: 'tar|bsdtar', flags: '--remove-files', message: 'Removes the files once they are in the archive.', safer: 'tar without --remove-files; test the archive; then remove.' },
  { id: 'fs.zip-move', family, is: 'medium no collection', run: 'zip', flags: '-m|--move', message: 'Removes the files once they are in the archive.', safer: 'zip without -m' },
  { id: 'fs.zip-delete', family, is: 'medium with_backup item', run: 'zip|7z|7za', flags: '-d|--delete', message: 'Removes entries from an archive.' },
  { id: 'fs.rsync-delete', family, is: 'high no collection', run: 'rsync', flags: '--delete|--delete-*|--del', message: 'Removes files from the destination that the source lacks.', safer: 'rsync --dry-run --itemize-changes first' },
  { id: 'fs.rsync-remove-source', family, is: 'high no collection', run: 'rsync', flags: '--remove-source-files|--remove-sent-files', message: 'Removes the source files after the transfer.', safer: 'rsync without it, compare, then remove.' },
  { id: 'fs.robocopy-mirror', family, is: 'high no collection', run: 'robocopy', arg: /^\/(?:mir|purge|move|mov)$/i, message: 'Removes files while it copies or mirrors.', safer: 'robocopy /L first' },
  { id: 'fs.unison-force', family, is: 'medium no collection', run: 'unison', flags: '-force|-prefer', message: 'Overwrites one side of a synchronisation.' },
  { id: 'fs.rename-overwrite', family, is: 'medium with_backup collection', run: 'rename|prename|file-rename', flags: '-f|--force', message: 'Renames files over existing ones.', safer: 'rename -n first' },
  { id: 'fs.windows-del-tree', family, is: 'high no collection', run: 'deltree', message: 'Removes a directory tree.' },
  { id: 'fs.cipher-wipe', family, is: 'high no system', run: 'cipher', arg: /^\/w/i, message: 'Overwrites free space so that deleted files cannot be recovered.' },
  { id: 'fs.vss-delete', family, is: 'critical no system', run: 'vssadmin delete', message: 'Deletes the shadow copies from which files are restored.' },
  { id: 'fs.wbadmin-delete', family, is: 'critical no system', run: 'wbadmin delete', message: 'Deletes system backups.' },
  { id: 'fs.clear-content', family, is: 'medium no item', run: 'clear-content|clear-item|clear-recyclebin|clear-itemproperty|remove-itemproperty', message: 'Empties a file, item or the recycle bin.' },
  { id: 'fs.reg-delete', family, is: 'high with_backup system', run: 'reg delete', message: 'Deletes registry keys.', safer: 'reg export first' },
  { id: 'fs.bcdedit-delete', family, is: 'critical with_backup system', run: 'bcdedit', arg: /^\/(?:delete|deletevalue)/i, message: 'Deletes boot configuration.' },
  { id: 'fs.chattr-immutable', family, is: 'low yes item', run: 'chattr', arg: /^-[ai]+$/, message: 'Takes the write protection off a file.' },
  { id: 'fs.setfacl-remove', family, is: 'medium yes collection', run: 'setfacl', flags: '-b|--remove-all', message: 'Removes all access lists.', safer: 'getfacl -R > acl.bak first' },
]
