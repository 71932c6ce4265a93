// Setup of every test: properties begin alike in each run, so that a change is judged by what it changes and not by luck.
// `npm run prove -- properties` begins anew each time and looks for what is rare.

import fc from 'fast-check'

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_118 })
