/** The verbs that names of operations begin with. Add one only if none of these fits. */
export const verbs = [
  'add', 'assign', 'attach', 'cancel', 'claim', 'create', 'delete', 'download', 'find', 'get', 'is', 'list',
  'recover', 'redeliver', 'remove', 'rename', 'restore', 'send', 'set', 'test', 'trash', 'unassign', 'update'
] as const

/** Whether the name is a verb and what it is about, as `listAssets`. */
export function beginsWithVerb (operationId: string): boolean {
  return verbs.some((verb) => operationId.startsWith(verb) && /^[A-Z]/.test(operationId.slice(verb.length)))
}
