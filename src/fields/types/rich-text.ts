import { RichTextRefused } from '../rich-text/index.js'
import type { CheckResult, CheckTools, FieldType } from './field-type.js'
import { checkString } from './string.js'

/** Simple HTML, stored after cleaning. */
export const richText: FieldType = {
  name: 'rich_text',
  check (value, _field, tools) {
    const checked = checkString(value)
    return 'expected' in checked ? checked : clean(checked.value, tools)
  }
}

async function clean (html: string, tools: CheckTools): Promise<CheckResult> {
  try {
    return { value: await tools.cleanRichText(html) }
  } catch (error) {
    if (error instanceof RichTextRefused) return { expected: error.expected }
    throw error
  }
}
