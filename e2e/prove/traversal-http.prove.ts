// Every public traversal string on every route of files over HTTP: what leads out is refused, nothing outside changes.

import { publicStrings } from '../../daemon/test/files/public-strings.ts'
import { TraversalWorld, tryTraversalOverHttp } from '../files/traversal-trial.ts'

const strings = publicStrings('latin1')

tryTraversalOverHttp(new TraversalWorld(), { share: () => strings, names: strings })
