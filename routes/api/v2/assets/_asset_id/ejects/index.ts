import { AssetNotFound } from '#src/errors.js'
import { ejectRoute } from '../../../ejects.js'
import { AssetParams } from '../../schemas.js'

export default ejectRoute({
  type: 'asset',
  name: 'Asset',
  id: AssetParams.properties.asset_id,
  missing: new AssetNotFound()
})
