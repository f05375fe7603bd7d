import { ProjectNotFound } from '#src/errors.js'
import { ejectRoute } from '../../../ejects.js'
import { ProjectParams } from '../../schemas.js'

export default ejectRoute({
  type: 'project',
  name: 'Project',
  id: ProjectParams.properties.project_id,
  missing: new ProjectNotFound()
})
