import t from 'tap'
import { needs } from '../analysis/samples.js'
import { INTERLACED, isWhole, staysRed } from './screens.js'

// test/campaigns/screens.test.ts renders the others.
t.test('Red of a film in HLG stays red on usual screens', needs.films, async (t) => staysRed(t, 'arib-std-b67'))

t.test('An interlaced film gets a proxy of whole pictures', needs.films, async (t) => isWhole(t, INTERLACED[0]))
