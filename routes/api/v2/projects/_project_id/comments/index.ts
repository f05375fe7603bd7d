import { projectKind } from '#src/items/kinds.js'
import { commentsOn } from '../../../comments.js'
import { ProjectParams } from '../../schemas.js'

export default commentsOn({ kind: projectKind, id: ProjectParams.properties.project_id, name: 'Project', article: 'a' })
