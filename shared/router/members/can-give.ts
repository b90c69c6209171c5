import type { Tool } from '../tool.ts'

/** Whether the answer of an outcome has a member, at whatever place of a list. */
export function canGive({ gives, also }: Pick<Tool, 'gives' | 'also'>, path: string): boolean {
  const first = path.replaceAll(/(?<=\.)-?\d+(?=\.|$)/g, '0')
  return [path, first].some((one) => one in gives || one in also)
}
