import type { Unit } from '../../core/unit.js'
import { FieldGroupNotFound, InvalidParameter } from '../../errors.js'
import { createChecker, type SharedTools } from '../../fields/values/check.js'
import { Failures } from '../../fields/values/failures.js'
import { requireGroup } from '../../fields/values/group.js'
import { isHash } from '../../http/hashes.js'
import { inspect } from '../../http/inspect.js'
import { LARGEST_VALUES, VALUES_RULE, VALUES_SIZE_RULE, type ValuesOfGroups } from './rules.js'

/** The broken rule of values as sent, whatever fields there are. */
export function ruleOfValues (sent: unknown): string | undefined {
  if (!isHash(sent) || !Object.values(sent).every(isHash)) return VALUES_RULE
  return Buffer.byteLength(JSON.stringify(sent)) > LARGEST_VALUES ? VALUES_SIZE_RULE : undefined
}

/** Makes sure that a user may set these values now. Throws InvalidParameter. */
export async function requireValues (
  { caller, reads: { sql } }: Pick<Unit, 'caller' | 'reads'>, sent: ValuesOfGroups, tools: SharedTools
): Promise<void> {
  for (const [groupId, values] of Object.entries(sent)) {
    const failures = new Failures()
    try {
      const { fields } = await requireGroup(sql, caller, groupId)
      await createChecker(fields, caller, tools, failures).checkObject(values)
    } catch (error) {
      if (!(error instanceof FieldGroupNotFound)) throw error
      failures.add(groupId, error.message)
    }
    if (!failures.isEmpty) throw new InvalidParameter('custom_fields', inspect(sent), VALUES_RULE)
  }
}
