SetFactory("OpenCASCADE");
Box(1) = {0, -1, -1, 6, 2, 2};
Sphere(2) = {2, 0, 0, 0.5};
BooleanDifference(3) = { Volume{1}; Delete; }{ Volume{2}; Delete; };

e = 0.01;
inlet() = Surface In BoundingBox{-e, -1-e, -1-e, e, 1+e, 1+e};
outlet() = Surface In BoundingBox{6-e, -1-e, -1-e, 6+e, 1+e, 1+e};
sphere() = Surface In BoundingBox{1.5-e, -0.5-e, -0.5-e, 2.5+e, 0.5+e, 0.5+e};
duct() = Boundary{ Volume{3}; };
duct() -= inlet(); duct() -= outlet(); duct() -= sphere();
Physical Surface("inlet") = inlet();
Physical Surface("outlet") = outlet();
Physical Surface("sphere") = sphere();
Physical Surface("duct") = duct();
Physical Volume("fluid") = {3};

MeshSize{ PointsOf{ Volume{3}; } } = 0.25;
MeshSize{ PointsOf{ Surface{sphere()}; } } = 0.08;
