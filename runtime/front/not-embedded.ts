/** In the place of every module that is imported dynamically and is not embedded. */
import { host } from './host.js';

host.handOver();
