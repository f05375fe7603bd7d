import { requestOf } from './requests.js'

/**
 * A script of curl commands that repeats a run. It needs a new service, as the ids of fields count from 1.
 * @param {{ first: import('./contract.js').Command[], callers?: import('./contract.js').Command[][] }} commands
 * @param {{ failure: string, repeat: string }} about
 */
export function scriptOf ({ first, callers = [] }, { failure, repeat }) {
  return [
    '#!/usr/bin/env bash',
    ...failure.split('\n').map((line) => `# ${line}`),
    `# ${repeat}`,
    '# Start a service on an empty database, and set URL, such as http://127.0.0.1:3000, and ADMIN, an administrator\'s key.',
    setUp,
    ...first.map((command) => lineOf(command)),
    ...callers.flatMap((commands, caller) => [`( # caller ${caller + 1}`, ...commands.map((command) => `  ${lineOf(command)}`), ') &']),
    ...callers.length === 0 ? [] : ['wait'],
    '# What is there now:',
    'ask "$ann" GET "changes?limit=1000" && ask "$ann" GET "search?deleted=any&limit=1000"',
    ''
  ].join('\n')
}

const setUp = String.raw`
ask () { # key, method, path, body
  curl -s -X "$2" -H "X-API-KEY: $1" -H 'Content-Type: application/json' \
    "$URL/api/v2/$3" ${'$'}{4:+--data-raw "$4"} ${'$'}{5:+-H "Idempotency-Key: $5"}
  echo
}
told () { tee /dev/stderr | sed -n 's/^{"[a-z]*":{"id":"\([^"]*\)".*/\1/p'; }
user () { ask "$ADMIN" POST admin/users "{\"email\":\"$1-$RANDOM@example.com\",\"admin\":$2,\"access\":\"$3\"}"; }
number () { sed -n 's/^{"user":{"id":\([0-9]*\).*/\1/p'; }
key () { sed -n 's/.*"key":"\([^"]*\)".*/\1/p'; }
made=$(user ann true account); ann=$(key <<< "$made"); ann_id=$(number <<< "$made")
made=$(user bob false account); bob=$(key <<< "$made"); bob_id=$(number <<< "$made")
for name in cyn dan eve; do
  made=$(user $name false projects); declare "$name=$(key <<< "$made")" "$name""_id=$(number <<< "$made")"
done
field () {
  ask "$ADMIN" POST "admin/field_groups/$1/fields" \
    "{\"name\":\"$2\",\"field_type\":\"$3\",\"dropdown_options\":$4,\"searchable\":true,\"read_only\":$5}" > /dev/null
}
group () { ask "$ADMIN" POST admin/field_groups "{\"name\":\"$1\",\"group_type\":\"$2\"}" > /dev/null; }
group Facts default; field 1 Place textbox '[]' false; field 1 Day date '[]' false; field 1 Clear boolean '[]' false
field 1 Stage dropdown '[{"value":"raw"},{"value":"cut"}]' false; field 1 Price textbox '[]' true
group Takes complex; field 2 Slate textbox '[]' false; field 2 Note textbox '[]' false
group Remarks complex; field 3 Remark textbox '[]' false
`

const NOBODY = '01890000-0000-7000-8000-000000000000'
/** Ids become shell variables. */
const names = {
  idOf: (name) => name.endsWith('-0') ? NOBODY : `⟦${name.replace('-', '_')}⟧`,
  userId: (name) => name === 'nobody' ? 999_999_999 : `⟦${name}_id⟧`,
  externalId: (id) => id
}

function lineOf (command) {
  const { method, path, body } = requestOf(command, names)
  const key = command.key === undefined ? '' : ` "${command.key}-$ann_id"`
  const call = `ask "$${command.by}" ${method} ${quote(path)} ${quote(body === undefined ? '' : JSON.stringify(body))}${key}`
  return command.do === 'create' ? `${command.as.replace('-', '_')}=$(${call} | told)` : call
}

/** Quotes a text as one word of the shell, with its variables outside of the quotes. The id of a user is a number. */
function quote (text) {
  const number = text.replace(/"⟦(\w+_id)⟧"/g, '⟦$1⟧')
  return `'${number.replaceAll("'", "'\\''").replace(/⟦(\w+)⟧/g, '\'"$$$1"\'')}'`
}
