import { serve } from '../../work/workers/serve.js'
import type { AvatarResult, AvatarTask } from '../task.js'
import { makeAvatar } from './make.js'

/** Makes one avatar and ends. The process has no environment. */
serve<null, AvatarTask, AvatarResult>(() => ({ handle: makeAvatar }))
