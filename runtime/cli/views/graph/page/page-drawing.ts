/** The part of the page's script that draws: stores, secrets and scopes as lists, and the lines between them. */
export const PAGE_DRAWING = String.raw`
var SOURCES=['stored','composed','derived'],REMEDIES=['','default','generated','prompted'];

function render(){
  var all=blocks(),at=caseOf(chosen.down),m=model();
  shown={buttons:[],blocks:[],stores:new Map(),scopes:new Map()};
  drawStores(m);
  var place=document.createDocumentFragment();
  all.forEach(function(block){place.append(drawBlock(block,m,at))});
  if(!all.length)place.append(make('p',{className:'none',text:'No secret fits these filters.'}));
  byId('secrets').replaceChildren(place);
  if(shown.buttons.length)shown.buttons[0].tabIndex=0;
  drawScopes();
  byId('secrets-title').textContent=plural(shown.buttons.length,'secret','secrets');
  verdict(m,at);
  if(chosen.open>=0&&m.meaning[chosen.open])tell(chosen.open);
  else close();
  lines();
}

function drawStores(m){
  var list=document.createDocumentFragment();
  Array.from(m.stores).sort(function(a,b){return a-b}).forEach(function(store){
    var about=D.stores[store],isDown=chosen.down===store;
    var read=0;
    m.reads.forEach(function(reads,secret){if(reads.some(function(one){return one[1]===store})||m.caches[secret].indexOf(store)>=0)read++});
    var toggle=make('button',{type:'button',className:'switch',role:'switch','aria-checked':String(!isDown),
      'aria-label':about[0]+' is up',on:function(){chosen.down=isDown?-1:store;render();
        var again=byId('stores').querySelector('[data-store="'+store+'"]');if(again)again.focus()}},
      make('span',{className:'knob'}),make('span',{className:'state',text:isDown?'down':'up'}));
    toggle.dataset.store=String(store);
    var what=(about[2]?'cache of ':'')+plural(read,'secret','secrets');
    if(read===0)what='holds credentials';
    var card=make('li',{className:'store'+(about[2]?' cache':'')+(isDown?' down':'')},
      make('div',{className:'row'},make('strong',{text:about[0]}),toggle),
      about[1]===about[0]?null:make('code',{text:about[1].indexOf(about[0]+' = ')===0?about[1].slice(about[0].length+3):about[1]}),
      make('small',{text:what}));
    shown.stores.set(store,card);
    list.append(card);
  });
  byId('stores').replaceChildren(list);
}

function drawBlock(block,m,at){
  var chain=make('h3',{});
  block.stores.forEach(function(store,index){
    if(index)chain.append(make('span',{className:'then',text:'then'}));
    chain.append(make('span',{className:'chip',text:D.stores[store][0]}));
  });
  if(!block.stores.length)chain.append(make('span',{className:'chip made',text:'made of others'}));
  block.caches.forEach(function(store){chain.append(make('span',{className:'chip cache',text:'cached in '+D.stores[store][0]}))});
  block.scopes.forEach(function(scope){chain.append(make('span',{className:'chip scope',text:D.scopes[scope][0]}))});
  var list=make('ul',{className:'names'});
  block.secrets.forEach(function(secret){list.append(make('li',{},drawSecret(secret,m,at)))});
  var card=make('section',{className:'block'},chain,list);
  shown.blocks.push([block,card]);
  return card;
}

function drawSecret(secret,m,at){
  var meaning=m.meaning[secret],fate=fateOf(secret,at),base=fateOf(secret,0),tags=[];
  if(meaning[1])tags.push(SOURCES[meaning[1]]);
  if(meaning[3])tags.push('file');
  if(meaning[4])tags.push(REMEDIES[meaning[4]]);
  var state='';
  if(fate&&at&&(fate[0]!==base[0]||fate[1]!==base[1]))state=fate[0]===0?'elsewhere':FATES[fate[0]];
  else if(fate&&fate[0]>=6)state=FATES[fate[0]];
  if(state)tags.push(state==='elsewhere'?'found elsewhere':state);
  var button=make('button',{type:'button',className:'secret '+state+(meaning[2]===0?' required':'')+(chosen.open===secret?' open':''),tabIndex:-1,
    on:function(){tell(secret);lines()}},
    make('span',{className:'name',text:D.secrets[secret][0]+(meaning[2]===0?' *':'')}),
    tags.length?make('small',{text:tags.join(', ')}):null);
  button.dataset.secret=String(secret);
  shown.buttons.push(button);
  return button;
}

function drawScopes(){
  var list=document.createDocumentFragment();
  D.scopes.forEach(function(scope,index){
    if(chosen.scope>=0&&chosen.scope!==index)return;
    var card=make('li',{className:'scope-card'},make('strong',{text:scope[0]}),make('small',{text:plural(scope[1].length,'secret','secrets')}));
    shown.scopes.set(index,card);
    list.append(card);
  });
  if(!D.scopes.length)list.append(make('li',{className:'none',text:'no scopes: each call sees everything'}));
  byId('scopes').replaceChildren(list);
}

function verdict(m,at){
  var outcome=VERDICTS[m.outages.cases[at][1]],counts=new Map();
  m.outages.of.forEach(function(_,secret){
    var fate=fateOf(secret,at);
    if(fate)counts.set(fate[0],(counts.get(fate[0])||0)+1);
  });
  var parts=Array.from(counts).sort(function(a,b){return b[0]-a[0]}).map(function(pair){return pair[1]+' '+FATES[pair[0]]});
  var words={ok:' is ok',degraded:' is degraded',fails:' fails'}[outcome];
  byId('verdict').className=outcome;
  byId('verdict').textContent=(at?'With '+D.stores[chosen.down][0]+' down, ':'')+D.profiles[chosen.profile]+words+(parts.length?': '+parts.join(', '):'')+'.';
}

/* From stores to blocks, and from blocks to scopes; where all stands in one column, the labels say it. */
function lines(){
  var svg=byId('lines'),map=byId('map');
  svg.replaceChildren();
  if(getComputedStyle(svg).display==='none')return;
  var frame=map.getBoundingClientRect(),paths=[];
  svg.setAttribute('width',frame.width);
  svg.setAttribute('height',frame.height);
  var boxOf=function(element){var box=element.getBoundingClientRect();return {left:box.left-frame.left,right:box.right-frame.left,top:box.top-frame.top,middle:box.top-frame.top+box.height/2}};
  var places=new Map();
  [shown.stores,shown.scopes].forEach(function(cards){cards.forEach(function(card){places.set(card,boxOf(card))})});
  var connect=function(x1,y1,x2,y2,kind){
    var bend=(x2-x1)/2,path=document.createElementNS('http://www.w3.org/2000/svg','path');
    path.setAttribute('d','M'+x1+' '+y1+'C'+(x1+bend)+' '+y1+' '+(x2-bend)+' '+y2+' '+x2+' '+y2);
    path.setAttribute('class',kind);
    paths.push(path);
  };
  shown.blocks.forEach(function(pair){
    var block=pair[0],box=boxOf(pair[1]),on=chosen.open<0?'':block.secrets.indexOf(chosen.open)>=0?' on':' off';
    block.stores.forEach(function(store,index){
      var from=places.get(shown.stores.get(store));
      if(from)connect(from.right,from.middle,box.left,box.top+18+index*7,'read'+(chosen.down===store?' down':'')+on);
    });
    block.caches.forEach(function(store){
      var from=places.get(shown.stores.get(store));
      if(from)connect(from.right,from.middle,box.left,box.top+30,'cached'+(chosen.down===store?' down':'')+on);
    });
    block.scopes.forEach(function(scope){
      var to=places.get(shown.scopes.get(scope));
      if(to)connect(box.right,box.top+18,to.left,to.middle,'listed'+on);
    });
  });
  svg.append.apply(svg,paths.slice(0,5000));
}
`;
