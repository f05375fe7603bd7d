import { serve } from '../../work/workers/serve.js'
import { cleanRichText } from './clean.js'
import { refusals, RichTextRefused } from './refused.js'

/** The answer of a cleaning worker. */
export type CleaningResult = { readonly html: string } | { readonly refused: string }

async function clean (html: string): Promise<CleaningResult> {
  try {
    return { html: await cleanRichText(html) }
  } catch (error) {
    if (error instanceof RichTextRefused) return { refused: error.expected }
    // The value has exceeded the call stack or the longest string: that is no fault of the service.
    if (error instanceof RangeError) return { refused: refusals.cost }
    throw error
  }
}

serve(() => ({ handle: clean }))
