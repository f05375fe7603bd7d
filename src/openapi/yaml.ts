const PLAIN_KEY = /^[A-Za-z_/][\w/{}.-]*$/
/** YAML takes some plain words for other things than text. */
const NOT_TEXT = /^(?:y|yes|n|no|true|false|on|off|null)$/i

/** A JSON value as YAML. Texts are written as JSON writes them, which YAML reads. */
export function toYaml (value: unknown): string {
  const lines: string[] = []
  writeLines(value, '', '', lines)
  return `${lines.join('\n')}\n`
}

/** `head` is what stands before the value on its first line, `indent` what stands before all others. */
function writeLines (value: unknown, head: string, indent: string, lines: string[]): void {
  if (typeof value !== 'object' || value === null) lines.push(`${head}${JSON.stringify(value)}`)
  else if (Array.isArray(value)) {
    if (value.length === 0) lines.push(`${head}[]`)
    else if (head !== '') lines.push(head.trimEnd())
    for (const element of value) writeLines(element, `${indent}- `, `${indent}  `, lines)
  } else {
    const entries = Object.entries(value).filter(([, part]) => part !== undefined)
    if (entries.length === 0) lines.push(`${head}{}`)
    else if (head !== '') lines.push(head.trimEnd())
    for (const [key, part] of entries) writeLines(part, `${indent}${keyOf(key)}: `, `${indent}  `, lines)
  }
}

function keyOf (key: string): string {
  return PLAIN_KEY.test(key) && !NOT_TEXT.test(key) ? key : JSON.stringify(key)
}
