import { deleteVerbs } from '../rules/verb.rules.ts'
import { partsOf } from '../command/verbs.ts'
import type { Call } from './calls.ts'

/** The effect of a call, as far as its name shows it. */
export type Effect =
  | 'none'
  | 'shell'
  | 'statement'
  | 'tree'
  | 'file'
  | 'write'
  | 'evaluate'
  | 'drop-database'
  | 'drop'
  | 'delete-many'
  | 'delete'
  | 'request'
  | 'pay'
  | 'kill'

/** Names of calls in the common languages; the first row that fits decides. */
const rows: readonly (readonly [RegExp, Effect])[] = [
  [
    /^(?:os\.(?:system|popen)|(?:subprocess|sp)\.(?:run|call|check_call|check_output|Popen|getoutput|getstatusoutput)|commands\.getoutput|pty\.spawn|os\.(?:exec[lv]p?e?|spawn[lv]p?e?)|asyncio\.create_subprocess_(?:shell|exec)|sh\.Command|__import__\.system)$/,
    'shell',
  ],
  [
    /(?:^|\.)(?:execSync|execFileSync|execFile|spawnSync|spawn|execa|execaCommand|execaSync|shell_exec|passthru|proc_open|pcntl_exec|popen|popen3|capture2e?|capture3|Popen)$/,
    'shell',
  ],
  [
    /^(?:exec|system|Kernel\.(?:system|exec|spawn)|IO\.popen|Open3\.\w+|os\.execute|io\.popen|Deno\.(?:run|Command)|Bun\.(?:spawn|spawnSync|\$)|child_process\.\w+|cp\.exec|require\.exec|Runtime\.getRuntime|ProcessBuilder|Process\.(?:spawn|Start)|System\.cmd|do\.shell|std::process::Command::new|Command\.new|exec\.Command|sh|run|cmd)$/,
    'shell',
  ],
  [
    /(?:^|\.)(?:execute|executemany|executescript|executeQuery|executeUpdate|execute_sql|exec_query|query|queryRaw|executeRaw|\$queryRawUnsafe|\$executeRawUnsafe|\$executeRaw|raw|sql|text|prepare|mysqli_query|pg_query|exec_driver_sql)$/,
    'statement',
  ],
  [
    /^(?:shutil\.rmtree|rmtree|remove_tree|(?:\w+\.)*(?:rm_rf|rm_r|remove_entry_secure|remove_dir|rmtree)|FileUtils\.(?:rm_rf|rm_r|remove_dir|rmtree|remove_entry|rm)|fs?e?\.(?:rmSync|rm|rmdirSync|rmdir|removeSync|remove|emptyDirSync|emptyDir)|fs\.promises\.(?:rm|rmdir)|fsPromises\.(?:rm|rmdir)|require\.(?:rmSync|rm|rmdirSync|rmdir|removeSync)|rmSync|rmdirSync|rimraf(?:\.sync|Sync)?|rimrafSync|del(?:\.sync|Sync)|deleteSync|Deno\.remove(?:Sync)?|os\.removedirs|os\.RemoveAll|std::fs::remove_dir_all|fs::remove_dir_all|Directory\.Delete|FileUtils\.deleteDirectory|System\.File\.rm_rf!?|File\.rm_rf!?)$/,
    'tree',
  ],
  [
    /^(?:os\.(?:remove|unlink|rmdir|truncate|Remove)|(?:\w+\.)*(?:unlink|unlinkSync|unlink_all)|File\.(?:delete|unlink|Delete|rm!?)|Dir\.(?:delete|rmdir|unlink)|Files\.delete(?:IfExists)?|fs::remove_file|std::fs::remove_file|FileUtils\.rm_f|rmdir|wp_delete_file|(?:pathlib\.)?Path\.rmdir)$/,
    'file',
  ],
  [
    /(?:^|\.)(?:open|writeFileSync|writeFile|appendFileSync|appendFile|truncateSync|File\.write|File\.open|IO\.write|file_put_contents|fopen|write_text|write_bytes)$/,
    'write',
  ],
  [
    /^(?:eval|exec_code|instance_eval|class_eval|create_function|assert|new Function|Function|vm\.runIn\w+|loadstring|load|compile|Invoke-Expression|iex|pickle\.loads|marshal\.loads)$/,
    'evaluate',
  ],
  [/(?:^|\.)(?:dropDatabase|drop_database)$/, 'drop-database'],
  [
    /(?:^|\.)(?:dropTable|drop_table|drop_all|dropAll|dropSchema|drop_schema|dropAllTables|dropAllSchemas|drop_collection|dropCollection|flushall|flushAll|flushdb|flushDb|flush_all|truncate|truncate_all|truncateAll|delete_all|destroy_all|deleteAll|dropIndexes|drop_index|truncate_table|truncateTable|clear_objects|clearObjects|clear_index|clearIndex|delete_index|deleteIndex|delete_objects|purge_queue|purgeQueue)$/,
    'drop',
  ],
  [/^db\.[\w$.]+\.drop$/, 'drop'],
  [
    /(?:^|\.)(?:deleteMany|delete_many|bulkDelete|removeMany|deleteByQuery|delete_by_query)$|^db\.[\w$]+\.remove$/,
    'delete-many',
  ],
  [
    /(?:^|\.)(?:deleteOne|delete_one|findOneAndDelete|find_one_and_delete|findByIdAndDelete|findOneAndRemove)$/,
    'delete',
  ],
  [
    /^(?:requests|httpx|axios|session|client|http|https|got|ky|superagent|request|HTTParty|Faraday|RestClient|aiohttp|\$http|\$)\.(?:delete|del|request|post|put|patch|post_json)$|^(?:fetch|axios|got|request|\$\.ajax|requests\.request)$/,
    'request',
  ],
  [
    /(?:^|\.|::)(?:Refund|Payout|Transfer|Charge|refunds?|payouts?|transfers?|transaction|Transaction|subscription|Subscription|PaymentIntent|paymentIntents|subscriptions|Refunds|Payouts)(?:\.|::|->)(?:create|refund|void|cancel|cancel_release|sale|submitForSettlement|submit_for_settlement|reverse|del|delete|submit_for_partial_settlement|release_from_escrow|capture)$|(?:^|\.)(?:sendTransaction|send_transaction|sendRawTransaction|refundPayment|createPayout|transferFrom)$/,
    'pay',
  ],
  [/^(?:os\.(?:kill|killpg)|process\.kill|Process\.kill|posix_kill|psutil\.\w+\.kill)$/, 'kill'],
]

/** Methods that remove from a list or map in memory; they say delete, but delete nothing that lasts. */
const inMemory =
  /^(?:\w+\.)?(?:remove|delete|discard|drop|pop|clear|removeEventListener|removeChild|removeItem|removeClass|dropna|drop_duplicates|remove_prefix|removeprefix|removesuffix|unlink)$/

export function effectOf(call: Call, snippet: boolean): Effect {
  const name = call.name.replaceAll('?.', '.')
  const row = rows.find(([pattern]) => pattern.test(name))
  if (row !== undefined) return row[1]
  const dotted = name.split(/\.|::|->/)
  const last = dotted.at(-1) ?? ''
  const parts = partsOf(last)
  const first = parts[0] ?? ''
  if (!deleteVerbs.has(first) && !(parts.length > 1 && deleteVerbs.has(parts.at(-1) ?? ''))) return 'none'
  if (dotted.length < 2) return 'none'
  // In a program a plain `.remove(x)` is mostly a list's; an action that is nothing but the call means the service.
  return snippet || (parts.length > 1 && !inMemory.test(name)) ? 'delete' : 'none'
}
