// The texts of the first pages, which come together.

import everywhere from './everywhere.json' with { type: 'json' }
import secondFactor from './second-factor.json' with { type: 'json' }
import signIn from './sign-in.json' with { type: 'json' }

export { everywhere, secondFactor, signIn }
