import { forEachChild } from 'unbash'
import type { Function as ShellFunction, SyntaxNode } from 'unbash'

/** Whether a function starts itself without end: piped into itself, or in the background. */
export function isForkBomb(node: ShellFunction): boolean {
  const name = node.name.value
  let found = false
  const look = (child: SyntaxNode, depth: number) => {
    if (child.type === 'Pipeline' && child.commands.filter((one) => calls(one, name)).length > 1) found = true
    if (child.type === 'Statement' && child.background === true && callsSomewhere(child, name)) found = true
    if (!found && depth < 60 && child.type !== 'Word') forEachChild(child, (one) => look(one, depth + 1))
  }
  look(node.body, 0)
  return found
}

const calls = (node: SyntaxNode, name: string) => node.type === 'Command' && node.name?.value === name

function callsSomewhere(node: SyntaxNode, name: string, depth = 0): boolean {
  if (calls(node, name)) return true
  let found = false
  if (depth < 60 && node.type !== 'Word') {
    forEachChild(node, (child) => {
      found ||= callsSomewhere(child, name, depth + 1)
    })
  }
  return found
}
