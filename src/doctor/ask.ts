import { createOutboundClient } from '../outbound/index.js'

const LONGEST_MS = 8000

/** The first words of `/llms.txt`. */
const FIRST_WORDS = '# Cutroom'

/** Whether a Cutroom answers at a URL, which the operator names: null, or what is there instead. */
export async function servesCutroom (url: string, signal: AbortSignal): Promise<string | null> {
  const client = createOutboundClient({ isAllowed: () => true })
  try {
    const answer = await client.send({ url: `${url}/llms.txt`, timeoutMs: LONGEST_MS, signal })
    if (!answer.ok) return answer.message
    if (answer.status !== 200) return `it answers ${answer.status}`
    return answer.body.toString().startsWith(FIRST_WORDS) ? null : 'another service answers'
  } finally {
    await client.close({ graceMs: 0 })
  }
}
