/**
 * The request of a command.
 * @param {import('./contract.js').Command} command
 * @param {object} names
 * @param {(name: string) => string} names.idOf
 * @param {(name: string) => number | string} names.userId
 * @param {(id: string) => string} names.externalId
 * @returns {{ method: string, path: string, body?: object }}
 */
export function requestOf (command, names) {
  const { do: verb, kind, item, body, group, to, user, values, commands, atomic, dry_run: isDryRun } = command
  const at = `${kind}s/${item === undefined ? '' : names.idOf(item)}`
  switch (verb) {
    case 'create': return { method: 'POST', path: `${kind}s`, body }
    case 'update': return { method: 'PUT', path: at, body: withExternalId(body, names) }
    case 'trash': return { method: 'POST', path: `${at}/trash_bin` }
    case 'restore': return { method: 'POST', path: `${at}/restore` }
    case 'delete': return { method: 'DELETE', path: at }
    case 'assign': return { method: 'POST', path: `${at}/assign`, body: { to_project_id: names.idOf(to) } }
    case 'unassign': return { method: 'DELETE', path: `${at}/unassign` }
    case 'join': return { method: 'POST', path: `${at}/members`, body: { user_id: names.userId(user) } }
    case 'leave': return { method: 'DELETE', path: `${at}/members`, body: { user_id: names.userId(user) } }
    case 'set': return { method: 'POST', path: `${at}/custom_fields/${group}`, body: { custom_fields: values } }
    case 'clear': return { method: 'DELETE', path: `${at}/custom_fields/${group}` }
    case 'bulk': {
      const operations = operationsOf(commands, names)
      return { method: 'POST', path: 'bulk', body: { operations, atomic, dry_run: isDryRun } }
    }
    default: throw new TypeError(verb)
  }
}

/** Operations refer to items that earlier ones create by placeholders. */
function operationsOf (commands, names) {
  const created = new Map(commands.flatMap(({ do: verb, as, kind }, index) =>
    verb === 'create' ? [[as, `{{${index}.${kind}.id}}`]] : []))
  const own = { ...names, idOf: (name) => created.get(name) ?? names.idOf(name) }
  return commands.map((command) => {
    const { method, path, body } = requestOf(command, own)
    return { method, path: `/api/v2/${path}`, body }
  })
}

function withExternalId ({ external_id: externalId, ...body }, names) {
  return externalId === undefined ? body : { ...body, external_id: names.externalId(externalId) }
}
