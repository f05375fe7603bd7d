import { isCurrent, percentOf, readState } from '../../search/state.js'
import { inDatabase, ok, warning } from '../check.js'

const MEND = 'Let the service run, with JOBS=on in one process'

/** The search index is built, and current. */
export const index = inDatabase('index', async ({ reads }) => {
  const state = await readState(reads.sql)
  if (state?.built !== true) return warning(`It is built to ${percentOf(state)} %: until then nothing is found`, MEND)
  return isCurrent(state)
    ? ok('It is built, and current')
    : warning('It is of an older release, and is renewed while searches go on', MEND)
})
