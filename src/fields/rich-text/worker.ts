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
    // The call stack or the longest string was exceeded: that is the value's doing, and no fault in here.
    if (error instanceof RangeError) return { refused: refusals.cost }
    throw error
  }
}

serve(() => ({ handle: clean }))
