import type { Found, Listed } from '../find/results.ts'
import { count } from '../ui/words.ts'

const MOST = 1000

/** The assets of a selection. Throws if there are none, or too many at once for what is done with them. */
export function assetsAmong (chosen: readonly Found[], doing: 'downloaded' | 'shared'): readonly Listed[] {
  const assets = chosen.filter(({ type }) => type === 'asset').map(({ item }) => item)
  if (assets.length === 0) throw new Error(`No asset is chosen: only assets are ${doing} from here.`)
  if (assets.length > MOST) throw new Error(`At most ${count(MOST, 'asset')} are ${doing} at once.`)
  return assets
}
