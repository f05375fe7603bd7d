import { inSharedApp } from '#test/helper/app.js'
import { stepsOf } from '#test/helper/random.js'
import { walk } from './walk.js'

inSharedApp()('Everybody sees what the model of the rule says, wherever things go and whatever turns private', (t, world) =>
  walk(t, world, stepsOf(120), 15))
