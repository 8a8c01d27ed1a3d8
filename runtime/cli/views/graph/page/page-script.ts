/** The script of the page: what is chosen, what is shown, and the keys. Text reaches the document as text alone. */
import { SIMULATED_OUTCOMES, SIMULATION_OUTCOMES } from '#schemas/plan-simulation.js';

export const PAGE_SCRIPT = String.raw`
var D=JSON.parse(document.getElementById('data').textContent);
var FATES=${JSON.stringify(SIMULATED_OUTCOMES)},VERDICTS=${JSON.stringify(SIMULATION_OUTCOMES)};
var chosen={profile:0,scope:-1,store:-1,words:'',down:-1,open:-1};
var shown={buttons:[],blocks:[],stores:new Map(),scopes:new Map()};
var SETS=D.sets.map(function(set){return new Set(set)});
var scopesOf=D.secrets.map(function(){return []});
D.scopes.forEach(function(scope,index){scope[1].forEach(function(secret){if(secret>=0)scopesOf[secret].push(index)})});
var models=[];

function byId(id){return document.getElementById(id)}
function make(tag,about){
  var element=document.createElement(tag);
  for(var name in about||{}){
    if(name==='text')element.textContent=about[name];
    else if(name==='on')element.addEventListener('click',about[name]);
    else if(name in element&&name!=='role')element[name]=about[name];
    else element.setAttribute(name,about[name]);
  }
  for(var index=2;index<arguments.length;index++)if(arguments[index]!==null)element.append(arguments[index]);
  return element;
}
function plural(count,one,many){return count+' '+(count===1?one:many)}

/* What holds in one profile; worked out when it is first shown. */
function model(){
  var profile=chosen.profile;
  if(models[profile])return models[profile];
  var count=D.secrets.length,lists=function(){return Array.from({length:count},function(){return []})};
  var made={meaning:[],reads:lists(),caches:lists(),inputs:lists(),uses:lists(),stores:new Set(),outages:D.outages[profile]};
  D.secrets.forEach(function(secret,index){
    made.meaning[index]=secret[2].find(function(meaning){return SETS[meaning[0]].has(profile)})||null;
  });
  D.reads.forEach(function(edge){
    if(!SETS[edge[3]].has(profile))return;
    made.stores.add(edge[0]);
    if(edge[2]===0)made.caches[edge[1]].push(edge[0]);
    else made.reads[edge[1]].push([edge[2],edge[0]]);
  });
  made.reads.forEach(function(list){list.sort(function(a,b){return a[0]-b[0]})});
  D.made.forEach(function(edge){
    if(!SETS[edge[2]].has(profile))return;
    made.inputs[edge[1]].push(edge[0]);
    made.uses[edge[0]].push(edge[1]);
  });
  D.credentials.forEach(function(edge){if(made.stores.has(edge[1]))made.stores.add(edge[0])});
  return models[profile]=made;
}

function caseOf(down){
  var cases=model().outages.cases;
  for(var index=0;index<cases.length;index++)if(cases[index][0]===down)return index;
  return 0;
}
/* Outcome and store of a secret in a case, as tool plan simulate answers; null: it is not shown to the call. */
function fateOf(secret,at){
  var outages=model().outages,fate=outages.fates[outages.of[secret]];
  if(!fate)return null;
  for(var index=2;index<fate.length;index+=3)if(fate[index]===at)return [fate[index+1],fate[index+2]];
  return [fate[0],fate[1]];
}

function isShown(secret){
  var m=model(),words=chosen.words,about=D.secrets[secret];
  if(!m.meaning[secret])return false;
  if(chosen.scope>=0&&scopesOf[secret].indexOf(chosen.scope)<0)return false;
  if(chosen.store>=0&&m.caches[secret].indexOf(chosen.store)<0&&!m.reads[secret].some(function(read){return read[1]===chosen.store}))return false;
  return words===''||(about[0]+'\n'+about[1]).toLowerCase().indexOf(words)>=0;
}

/* Secrets that are read and seen alike. */
function blocks(){
  var m=model(),found=new Map();
  D.secrets.forEach(function(_,secret){
    if(!isShown(secret))return;
    var stores=m.reads[secret].map(function(read){return read[1]});
    var key=stores.join(' ')+'/'+m.caches[secret].join(' ')+'/'+scopesOf[secret].join(' ');
    var block=found.get(key);
    if(!block)found.set(key,block={stores:stores,caches:m.caches[secret],scopes:scopesOf[secret],secrets:[]});
    block.secrets.push(secret);
  });
  return Array.from(found.values()).sort(function(a,b){
    if(!a.stores.length!==!b.stores.length)return a.stores.length?-1:1;
    return (a.stores[0]||0)-(b.stores[0]||0)||a.stores.length-b.stores.length;
  });
}

function options(select,names,first){
  select.replaceChildren();
  if(first)select.append(make('option',{value:'-1',text:first}));
  names.forEach(function(pair){select.append(make('option',{value:String(pair[0]),text:pair[1]}))});
}

function start(){
  byId('title').textContent='Plan of '+D.project;
  byId('about').textContent=plural(D.secrets.length,'secret','secrets')+', '+plural(D.stores.length,'store','stores')+', '+plural(D.scopes.length,'scope','scopes')
    +(D.scope===null?'':' · narrowed to scope '+D.scope)+' · '+D.hash.slice(0,19)+'…';
  options(byId('profile'),D.profiles.map(function(name,index){return [index,name]}));
  options(byId('scope'),D.scopes.map(function(scope,index){return [index,scope[0]]}),'all');
  chosen.profile=Math.max(0,D.profiles.indexOf('default'));
  byId('profile').value=String(chosen.profile);
  byId('profile').disabled=D.profiles.length<2;
  byId('scope').disabled=D.scopes.length===0;
  ['profile','scope','store'].forEach(function(name){
    byId(name).addEventListener('change',function(event){
      chosen[name]=Number(event.target.value);
      if(name==='profile'){chosen.down=-1;chosen.store=-1;listStores()}
      render();
    });
  });
  byId('search').addEventListener('input',function(event){chosen.words=event.target.value.trim().toLowerCase();render()});
  byId('filters').addEventListener('submit',function(event){event.preventDefault()});
  document.addEventListener('keydown',onKey);
  addEventListener('resize',lines);
  listStores();
  render();
}

function listStores(){
  var used=Array.from(model().stores).sort(function(a,b){return a-b});
  options(byId('store'),used.map(function(store){return [store,D.stores[store][0]]}),'all');
}

function onKey(event){
  if(event.ctrlKey||event.metaKey||event.altKey)return;
  var typing=/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
  if(event.key==='/'&&!typing){event.preventDefault();byId('search').focus();return}
  if(event.key==='Escape'){
    if(chosen.open>=0)close();
    else if(event.target.id==='search'){event.target.value='';chosen.words='';render()}
    return;
  }
  var at=shown.buttons.indexOf(event.target);
  if(event.key==='ArrowDown'&&event.target.id==='search'&&shown.buttons.length){event.preventDefault();focusOn(0);return}
  if(at<0)return;
  var step={ArrowDown:1,ArrowRight:1,ArrowUp:-1,ArrowLeft:-1}[event.key];
  if(step){event.preventDefault();focusOn(Math.min(Math.max(at+step,0),shown.buttons.length-1))}
  if(event.key==='Home'){event.preventDefault();focusOn(0)}
  if(event.key==='End'){event.preventDefault();focusOn(shown.buttons.length-1)}
}
/* One of the secrets is reached by Tab, the others by arrows. */
function focusOn(at){
  shown.buttons.forEach(function(button){if(button.tabIndex===0)button.tabIndex=-1});
  shown.buttons[at].tabIndex=0;
  shown.buttons[at].focus();
}
`;
